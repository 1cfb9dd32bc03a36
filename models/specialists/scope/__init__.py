"""Words that bend the meaning of what stands near them, and how far each kind reaches."""

from models.specialists.scope.cues import lowered
from models.specialists.scope.find import scopes
from models.specialists.scope.kinds import Scope, ScopeKind
from models.specialists.scope.occasions import occasions

__all__ = ["Scope", "ScopeKind", "lowered", "occasions", "scopes"]
