"""What is wrong with a map: named checks, constraints of the rules, where each stands in the file."""
