"""The migrations of both sets of tables: the built-in hospital's and the application's."""

# The modules whose tables the migrations make.
TABLES = ("his_adapter.sql.tables", "his_adapter.delivery", "app.ledger.tables", "app.ledger.account_tables")
