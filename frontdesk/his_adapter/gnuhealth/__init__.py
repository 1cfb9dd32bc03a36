"""GNU Health, through the JSON-RPC of the Tryton server that it runs on."""
