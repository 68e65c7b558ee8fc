"""Endpoints of the answer memory."""
