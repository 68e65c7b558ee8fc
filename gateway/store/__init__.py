"""Where rows live. The only place that speaks SQL."""
