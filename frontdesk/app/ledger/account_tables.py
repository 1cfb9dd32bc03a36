"""The application's own tables for staff, kiosks and slip links; tokens and codes are kept as hashes only."""

from pydantic import NaiveDatetime
from sqlalchemy import BigInteger, Column, Integer
from sqlmodel import Field, SQLModel


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


class SignInRow(SQLModel, table=True):
    """One signed-in browser; deleting the row signs it out."""

    __tablename__ = "sign_in"

    token_hash: str = Field(primary_key=True)
    username: str = Field(foreign_key="staff.username", index=True)
    expires: NaiveDatetime = Field(index=True)


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
