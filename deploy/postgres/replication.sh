#!/bin/bash
# Run once, when the primary's folder is empty: who may copy it, and by which password.
set -euo pipefail
psql --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set ON_ERROR_STOP=1 \
  --set password="$(cat /run/secrets/replication)" <<'SQL'
CREATE ROLE replication LOGIN REPLICATION PASSWORD :'password';
SELECT pg_create_physical_replication_slot('standby');
SQL
echo "host replication replication samenet scram-sha-256" >> "$PGDATA/pg_hba.conf"
