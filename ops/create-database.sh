#!/bin/sh
# Runs once, when the database container is empty: the two logins of docs/operation.md.
set -eu
psql --set ON_ERROR_STOP=1 --username postgres --set owner="$OWNER_PASSWORD" --set app="$APP_PASSWORD" <<'SQL'
CREATE ROLE lineslip_owner LOGIN PASSWORD :'owner';
CREATE ROLE lineslip_app LOGIN PASSWORD :'app' NOSUPERUSER NOCREATEDB NOCREATEROLE;
CREATE DATABASE lineslip OWNER lineslip_owner;
SQL
