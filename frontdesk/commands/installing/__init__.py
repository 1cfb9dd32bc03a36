"""What `frontdesk install` writes onto a bare Debian machine: users, folders, settings and systemd's units."""
