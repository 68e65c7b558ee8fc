"""The answer memory's rules: which question is the same as an earlier one, and may its answer be served again? Pure."""
