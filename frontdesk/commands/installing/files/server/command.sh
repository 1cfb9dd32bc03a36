#!/bin/sh
# Frontdesk's commands as the server runs: with its settings, in its folder, as its user.
set -eu
set -a
. /etc/frontdesk/frontdesk.env
set +a
cd /var/lib/frontdesk
[ "$(id -un)" = frontdesk ] && exec @program@ "$@"
exec runuser -u frontdesk -- @program@ "$@"
