#!/bin/bash
# A copy of the primary, made when the folder is empty and followed from then on.
set -euo pipefail
PGPASSWORD="$(cat /run/secrets/replication)"
export PGPASSWORD
from="host=primary user=replication application_name=standby"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  pg_basebackup --dbname "$from" --pgdata "$PGDATA" --slot standby --wal-method stream
  chmod 0700 "$PGDATA"
fi
touch "$PGDATA/standby.signal"
exec postgres -c primary_conninfo="$from password=$PGPASSWORD" -c primary_slot_name=standby -c hot_standby=on
