"""Staff accounts: added, changed, disabled, and given one-time passwords."""

from collections.abc import Sequence

from frontdesk.app.ledger.staff import Account, Enrolled, KeptElsewhere, OneTime, UnknownUser
from frontdesk.app.web.admin.blueprint import admin
from frontdesk.app.web.admin.schemas import NewStaffRequest, OneTimeView, StaffRequest, StaffView
from frontdesk.app.web.parts import parts
from frontdesk.app.web.problems import Refused


def _view(one: Enrolled) -> StaffView:
    return StaffView(**one.model_dump())


def _everybody() -> Sequence[Enrolled]:
    return parts().accounts.enrolled(now=parts().clock())


def _one(username: str) -> StaffView:
    found = next((one for one in _everybody() if one.username == username), None)
    if found is None:
        raise UnknownUser(f"no user {username}")
    return _view(found)


def _known(department_id: str | None) -> str | None:
    """The id of a department that there is. Raises Refused."""
    known = {one.department_id for one in parts().hospital.directory.departments()}
    if department_id is not None and department_id not in known:
        raise Refused(422, "unknown_department", "There is no such department")
    return department_id


def _told(username: str, one_time: OneTime) -> OneTimeView:
    return OneTimeView(username=username, **one_time.model_dump())


@admin.get("/staff")
@admin.output(list[StaffView])  # type: ignore[arg-type]
def staff() -> list[StaffView]:
    """Every account."""
    return [_view(one) for one in _everybody()]


@admin.post("/staff")
@admin.input(NewStaffRequest)
@admin.output(OneTimeView)
def add(json_data: NewStaffRequest) -> OneTimeView:
    """Add an account; the answer holds its one-time password, once."""
    account = Account(**json_data.model_dump(exclude={"department_id"}), department_id=_known(json_data.department_id))
    return _told(account.username, parts().accounts.invite(account, now=parts().clock()))


@admin.post("/staff/<username>")
@admin.input(StaffRequest)
@admin.output(StaffView)
def change(username: str, json_data: StaffRequest) -> StaffView:
    """Change name, role and department; signs the account out everywhere."""
    told = json_data.model_dump(exclude={"department_id"})
    account = Account(username=username, **told, department_id=_known(json_data.department_id))
    parts().accounts.change(account, now=parts().clock())
    return _one(username)


@admin.post("/staff/<username>/disable")
@admin.output(StaffView)
def disable(username: str) -> StaffView:
    """Take away access; signs the account out everywhere."""
    parts().accounts.disable(username, now=parts().clock())
    return _one(username)


@admin.post("/staff/<username>/enable")
@admin.output(StaffView)
def enable(username: str) -> StaffView:
    """Give access back."""
    parts().accounts.disable(username, now=parts().clock(), disabled=False)
    return _one(username)


@admin.post("/staff/<username>/password")
@admin.output(OneTimeView)
def one_time_password(username: str) -> OneTimeView:
    """A one-time password in place of the one there is; signs the account out everywhere."""
    if parts().provider_accounts.subject_of(username) is not None:
        raise KeptElsewhere(username)
    return _told(username, parts().accounts.one_time_password(username, now=parts().clock()))


@admin.post("/staff/<username>/sign-out")
@admin.output(StaffView)
def sign_out(username: str) -> StaffView:
    """Sign the account out everywhere."""
    parts().accounts.end_sign_ins(username, now=parts().clock())
    return _one(username)


@admin.post("/staff/<username>/second-factor/remove")
@admin.output(StaffView)
def remove_second_factor(username: str) -> StaffView:
    """Take a lost second factor away; signs the account out everywhere."""
    whole = parts()
    whole.second_factors.remove(username, now=whole.clock())
    whole.accounts.end_sign_ins(username, now=whole.clock())
    return _one(username)
