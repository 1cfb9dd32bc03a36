"""Which tables the migrations make: the built-in hospital's, a feed's and the application's."""

# Modules, by name: the migrations stand outside the one-way imports.
TABLES = (
    "his_adapter.sql.tables",
    "his_adapter.hl7.received.tables",
    "app.ledger.records.tables",
    "app.ledger.outbox",
    "app.ledger.tables",
    "app.ledger.account_tables",
    "app.ledger.audit_tables",
    "app.ledger.preview_table",
    "app.ledger.quality",
    "app.ledger.questions",
)
