"""What texts, presentations and spreadsheets of OpenDocument share: styles, list numbers, the flow of text."""
