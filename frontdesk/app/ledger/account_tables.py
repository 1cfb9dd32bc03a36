"""The application's own tables for staff, kiosks and slip links; tokens and codes are kept as hashes only."""

from pydantic import NaiveDatetime
from sqlalchemy import BigInteger, Column, Integer
from sqlmodel import Field, SQLModel

from frontdesk.database.sealed import sealed_text


class StaffRow(SQLModel, table=True):
    __tablename__ = "staff"

    username: str = Field(primary_key=True)
    name: str
    role: str
    department_id: str | None = None
    password_hash: str
    disabled: bool = False
    created: NaiveDatetime


class PasswordDueRow(SQLModel, table=True):
    """Whose password is a one-time one: it opens nothing but the choice of an own one, and no longer than this."""

    __tablename__ = "password_due"

    username: str = Field(primary_key=True, foreign_key="staff.username")
    expires: NaiveDatetime


class EarlierSignInRow(SQLModel, table=True):
    """Of the version before, which may still run beside this one while a hospital moves on; the next one drops it."""

    __tablename__ = "sign_in"

    token_hash: str = Field(primary_key=True)
    username: str = Field(foreign_key="staff.username", index=True)
    expires: NaiveDatetime = Field(index=True)


class StaffSignInRow(SQLModel, table=True):
    """One signed-in browser; deleting the row signs it out."""

    __tablename__ = "staff_sign_in"

    sign_in_id: str = Field(primary_key=True)
    username: str = Field(foreign_key="staff.username", index=True)
    means: str
    address: str
    browser: str
    began: NaiveDatetime
    until: NaiveDatetime = Field(index=True)  # at the latest
    token_hash: str = Field(unique=True)
    earlier_hash: str | None = Field(default=None, index=True)  # of the token before it
    renewed: NaiveDatetime
    confirmed: NaiveDatetime | None = None  # when the browser first showed the token it has now
    seen: NaiveDatetime  # when somebody was last there
    proved: NaiveDatetime | None = None  # when they last proved who they are


class SecondFactorRow(SQLModel, table=True):
    """The secret of somebody's authenticator, sealed; it counts once a first code was right."""

    __tablename__ = "second_factor"

    username: str = Field(primary_key=True, foreign_key="staff.username")
    secret: str = sealed_text("second_factor.secret")
    begun: NaiveDatetime
    since: NaiveDatetime | None = None
    latest_step: int = 0  # of 30 seconds, of the newest code that was used


class RecoveryCodeRow(SQLModel, table=True):
    """A code in place of the authenticator's, used once; `code_id` is its first four letters."""

    __tablename__ = "recovery_code"

    username: str = Field(primary_key=True, foreign_key="staff.username")
    code_id: str = Field(primary_key=True)
    code_hash: str
    used: NaiveDatetime | None = None


class ProviderAccountRow(SQLModel, table=True):
    """Whose account it is at the hospital's identity provider; no password of ours opens it."""

    __tablename__ = "provider_account"

    issuer: str = Field(primary_key=True)
    subject: str = Field(primary_key=True)
    username: str = Field(foreign_key="staff.username", unique=True)
    since: NaiveDatetime
    withdrawn: bool = False  # disabled because the provider no longer grants a role


class ProviderSignInRow(SQLModel, table=True):
    """What belongs to a sign-in that came from the identity provider, for signing out there and from there."""

    __tablename__ = "provider_sign_in"

    sign_in_id: str = Field(primary_key=True)
    issuer: str
    subject: str
    session: str = Field(index=True)  # the provider's own name of it
    id_token: str = sealed_text("provider_sign_in.id_token")
    until: NaiveDatetime


class FailureRow(SQLModel, table=True):
    """A failed sign-in or pairing; `who` is a hash, for people type passwords into the wrong field."""

    __tablename__ = "sign_in_failure"

    failure_id: int | None = Field(
        default=None, sa_column=Column(BigInteger().with_variant(Integer, "sqlite"), primary_key=True)
    )
    who: str
    address: str
    at: NaiveDatetime = Field(index=True)


class IdentityFailureRow(SQLModel, table=True):
    """A comparison of identity that failed at a kiosk, over all sessions; the number as a hash."""

    __tablename__ = "identity_failure"

    failure_id: int | None = Field(
        default=None, sa_column=Column(BigInteger().with_variant(Integer, "sqlite"), primary_key=True)
    )
    number_hash: str
    kiosk: str
    at: NaiveDatetime = Field(index=True)


class KioskRow(SQLModel, table=True):
    __tablename__ = "kiosk"

    name: str = Field(primary_key=True)
    disabled: bool = False
    created: NaiveDatetime
    code_hash: str | None = Field(default=None, unique=True)  # a pairing code that nobody used yet
    code_expires: NaiveDatetime | None = None
    renamed_to: str | None = None  # it is no more, but its sessions and what the audit trail says of it are


class DeviceRow(SQLModel, table=True):
    """A browser that is a kiosk."""

    __tablename__ = "kiosk_device"

    token_hash: str = Field(primary_key=True)
    kiosk: str = Field(foreign_key="kiosk.name", index=True)
    paired: NaiveDatetime


class KioskStartRow(SQLModel, table=True):
    """A session that a kiosk started, or was refused, lately."""

    __tablename__ = "kiosk_start"

    start_id: int | None = Field(default=None, primary_key=True)
    kiosk: str = Field(index=True)
    at: NaiveDatetime = Field(index=True)
    refused: bool = False


class KioskSeenRow(SQLModel, table=True):
    """When a kiosk last told that it is on."""

    __tablename__ = "kiosk_seen"

    kiosk: str = Field(primary_key=True)
    at: NaiveDatetime


class SlipRow(SQLModel, table=True):
    """A link to a slip; the browser that opens it first is the only one that may open it again."""

    __tablename__ = "slip_link"

    token_hash: str = Field(primary_key=True)
    session_id: str = Field(foreign_key="session.session_id")
    expires: NaiveDatetime = Field(index=True)
    opener_hash: str | None = None


class UsedTokenRow(SQLModel, table=True):
    """A signed token of another system that was used: it may be used once."""

    __tablename__ = "used_token"

    token_hash: str = Field(primary_key=True)
    expires: NaiveDatetime = Field(index=True)
