"""What a threshold of the gate or of the answer memory lets through, on judged sets. Pure."""
