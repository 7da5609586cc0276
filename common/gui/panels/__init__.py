"""The pages beside the map: inspector, charts, odds, rules, forces, victory, statistics and journal."""
