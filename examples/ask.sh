#!/bin/sh
# Asks a question and prints the events of the answer as they come; after a lost connection it goes on where it was.
# sh examples/ask.sh "How often is a sourdough starter fed?" [http://127.0.0.1:8000]
gateway=${2:-http://127.0.0.1:8000}
question=$(printf %s "$1" | sed 's/[\\"]/\\&/g')
folder=$(mktemp -d) && trap 'rm -r "$folder"' EXIT
touch "$folder/events"

whole_events() { # an event is whole with the empty line behind it
  : > "$folder/open"
  while IFS= read -r line || [ -n "$line" ]; do
    printf '%s\n' "$line" >> "$folder/open"
    [ -n "$line" ] || { tee -a "$folder/events" < "$folder/open" && : > "$folder/open"; }
  done
}

curl -sSN -D "$folder/head" "$gateway/v1/answers" -H 'Content-Type: application/json' \
  -d "{\"question\": \"$question\"}" | whole_events
answer=$(grep -i '^location:' "$folder/head" | tr -d '\r' | cut -d ' ' -f 2)
[ -n "$answer" ] || { cat "$folder/open" && exit 1; }

until grep -qE '^event: \[(DONE|ERROR)\]' "$folder/events"; do
  sleep 1
  last=$(sed -n 's/^id: //p' "$folder/events" | tail -n 1)
  curl -sN "$gateway$answer/events" ${last:+-H "Last-Event-ID: $last"} | whole_events
done
