"""A way is found over the floor plans: no department keeps one, and a place keeps its door instead."""

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_column("department", "way")
    _each_place(_with_its_door)


def downgrade() -> None:
    op.add_column("department", sa.Column("way", sa.JSON(), nullable=False, server_default=sa.text("'[]'")))
    _each_place(_with_a_way)


def _with_its_door(place: dict[str, Any]) -> dict[str, Any]:
    way = place.pop("way", [])
    return place | {"at": way[-1] if way and not place.get("room") else None}


def _with_a_way(place: dict[str, Any]) -> dict[str, Any]:
    at, _ = place.pop("at", None), place.pop("seen", None)
    return place | {"way": [at] if at else []}


def _each_place(changed: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    hospital = sa.table("hospital", sa.column("hospital_id"), sa.column("places", sa.JSON()))
    bind = op.get_bind()
    for number, places in bind.execute(sa.select(hospital.c.hospital_id, hospital.c.places)).all():
        told = [changed(place) for place in places]
        bind.execute(hospital.update().where(hospital.c.hospital_id == number).values(places=told))
