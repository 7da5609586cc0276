"""The windows: the only package that imports Qt; it shows what games say and holds no rule."""
