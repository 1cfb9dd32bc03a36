"""Which tables the migrations make: the built-in hospital's, a feed's and the application's."""

# Modules, by name: the migrations stand outside the one-way imports.
TABLES = (
    "frontdesk.database.sealing",
    "frontdesk.his_adapter.sql.tables",
    "frontdesk.his_adapter.hl7.received.tables",
    "frontdesk.app.ledger.records.tables",
    "frontdesk.app.ledger.outbox",
    "frontdesk.app.ledger.tables",
    "frontdesk.app.ledger.account_tables",
    "frontdesk.app.ledger.administration_tables",
    "frontdesk.app.ledger.audit_tables",
    "frontdesk.app.ledger.preview_table",
    "frontdesk.app.ledger.quality",
    "frontdesk.app.ledger.questions",
)
