"""Columns that tables of several packages share."""

from typing import Any

from sqlalchemy import JSON, BigInteger, Column, ForeignKey, Integer
from sqlmodel import Field

NUMBER = BigInteger().with_variant(Integer, "sqlite")


def json() -> Any:
    return Field(sa_column=Column(JSON, nullable=False))


def number() -> Any:
    """A growing number, given by the database."""
    return Field(default=None, sa_column=Column(NUMBER, primary_key=True, autoincrement=True))


def number_of(target: str, **column: Any) -> Any:
    return Field(sa_column=Column(NUMBER, ForeignKey(target), **column))
