"""Answer core: model text in, validated and numbered events out. Pure."""
