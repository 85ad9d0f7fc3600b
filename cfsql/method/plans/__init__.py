"""How pairs are found and hyperballs are counted: the plans, and who chooses."""
