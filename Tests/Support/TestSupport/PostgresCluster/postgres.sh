#!/bin/sh
# A PostgreSQL 15 of a test's own, in a folder that must not be there yet. It prints "ready" once it answers.
#
#   postgres.sh FOLDER PORT [STANDBY]
#
# With STANDBY, a port, every commit waits for a standby there. A line on standard input then kills the primary, and promotes the standby.
#
# It listens on a socket in the folder and on 127.0.0.1, and ends with its standard input, so that it survives no test. The user postgres gets in
# without a password, everybody else over TCP with theirs. certificate.pem is what it shows to TLS, for localhost.
set -eu
folder=$1
port=$2
standby=${3-}
programs=/usr/lib/postgresql/15/bin
umask 022
mkdir "$folder"
cd "$folder"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost -keyout key.pem -out certificate.pem 2>/dev/null
chmod 600 key.pem
# PostgreSQL refuses to run as root.
user=
if [ "$(id -u)" = 0 ]; then
    user="setpriv --reuid=postgres --regid=postgres --clear-groups"
    chown postgres: . key.pem
fi
$user "$programs/initdb" --no-sync --auth=trust --username=postgres --encoding=UTF8 --locale=C --pgdata=data >log 2>&1
cat >data/pg_hba.conf <<END
local all all trust
local replication all trust
host all postgres 127.0.0.1/32 trust
host all all 127.0.0.1/32 scram-sha-256
END
# Starts a server on a folder and a port.
start() {
    data=$1 on=$2
    shift 2
    $user "$programs/postgres" -D "$data" -p "$on" -k "$folder" -h 127.0.0.1 -c fsync=off -c shared_buffers=16MB -c max_connections=60 \
        -c ssl=on -c ssl_cert_file="$folder/certificate.pem" -c ssl_key_file="$folder/key.pem" "$@" >>log 2>&1 &
    server=$!
}

if [ -n "$standby" ]; then start data "$port" -c synchronous_standby_names='*'; else start data "$port"; fi
until "$programs/pg_isready" -q -h "$folder" -p "$port"; do
    kill -0 $server
    sleep 0.05
done
if [ -n "$standby" ]; then
    primary=$server
    $user "$programs/pg_basebackup" -h "$folder" -p "$port" -U postgres -D standby -R -X stream >>log 2>&1
    start standby "$standby"
    until "$programs/psql" -h "$folder" -p "$port" -U postgres -Atc "SELECT sync_state FROM pg_stat_replication" 2>>log | grep -q sync; do
        kill -0 $server
        sleep 0.05
    done
    echo ready
    if read -r line; then
        kill -QUIT $primary
        $user "$programs/pg_ctl" promote -w -D standby >>log 2>&1
    else
        kill -QUIT $primary
    fi
    cat >/dev/null
else
    echo ready
    cat >/dev/null
fi
kill -QUIT $server
wait || true
rm -rf "$folder"
