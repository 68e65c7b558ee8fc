"""Rows of the answer memory."""
