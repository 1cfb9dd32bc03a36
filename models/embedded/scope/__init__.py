"""Words that bend the meaning of what stands near them, and how far each kind reaches."""

from models.embedded.scope.cues import lowered
from models.embedded.scope.find import scopes
from models.embedded.scope.kinds import Scope, ScopeKind

__all__ = ["Scope", "ScopeKind", "lowered", "scopes"]
