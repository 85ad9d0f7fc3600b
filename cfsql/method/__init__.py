"""The method: from encoded rows to ranked counterfactuals."""
