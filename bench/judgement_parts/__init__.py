"""The parts of the yardstick (`bench/judgement.py`): sets, baselines, figures, and what is measured with them."""
