"""Words that bend the meaning of what stands near them, and how far each kind reaches."""

from models.embedded.scope.cues import lowered
from models.embedded.scope.find import scopes
from models.embedded.scope.kinds import Scope, ScopeKind
from models.embedded.scope.occasions import occasions

__all__ = ["Scope", "ScopeKind", "lowered", "occasions", "scopes"]
