"""What is not borne, as it is told: an allergy, or an intolerance (a side effect, which is none)."""

from frontdesk.models.allergies.told import Kind, NotBorne, allergens, avoided, not_borne, without_allergies

__all__ = ["Kind", "NotBorne", "allergens", "avoided", "not_borne", "without_allergies"]
