"""Rows of access keys, allowances and the audit log."""
