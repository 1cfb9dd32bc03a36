"""What a reception may refuse; the web maps each to one HTTP answer."""


class ReceptionError(Exception):
    """The one family of refusals; the message is for engineers and names no patient."""


class DamagedSession(Exception):
    """Something recorded of the session cannot be read."""


class UnknownSession(ReceptionError):
    """There is no such session."""


class SessionEnded(ReceptionError):
    """The session has ended; nothing more can be said in it."""


class OutOfOrder(ReceptionError):
    """The turn's number is not the next one, or another turn got in between; read the session again."""


class NotNow(ReceptionError):
    """The step does not fit where the session stands (booking before a recommendation, a second consent)."""


class ReasonMissing(ReceptionError):
    """A session in danger is handed back with a reason, or not at all."""


class NoDraft(ReceptionError):
    """Nothing of the last hour to take up for these identifiers."""
