"""Prints the OpenAPI document the front ends' types are generated from."""

import sys

from frontdesk.app.web.application import bare_app
from frontdesk.app.web.document import document


def openapi() -> None:
    """Print the OpenAPI document."""
    sys.stdout.write(document(bare_app()))
