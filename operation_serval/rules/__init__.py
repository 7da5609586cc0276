"""The rules of Operation Serval, one module a chapter."""
