"""The measures beside whole receptions: cases apart from the code, an outcome for each, figures that are kept."""
