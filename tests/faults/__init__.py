"""The fault harness: everything that can break is broken, and what every reader saw is checked afterwards."""
