"""The chart index: what the records of a patient say, read once per version of a record into typed facts."""

from frontdesk.his_adapter.chart.facts import Fact, Kind, Line, Plan, Said
from frontdesk.his_adapter.chart.index import ChartIndex

__all__ = ["ChartIndex", "Fact", "Kind", "Line", "Plan", "Said"]
