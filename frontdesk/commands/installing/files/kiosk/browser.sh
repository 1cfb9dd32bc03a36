#!/bin/sh
# The kiosk's browser: waits until the server answers, then shows it. One that ends is started again by systemd.
set -eu
until curl --silent --fail --max-time 5 --output /dev/null @address@/; do
    sleep 2
done
exec chromium \
    --ozone-platform="${FRONTDESK_KIOSK_PLATFORM:-wayland}" \
    --user-data-dir="$HOME/chromium" \
    @flags@ \
    "$@" \
    @address@/
