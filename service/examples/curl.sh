#!/usr/bin/env bash
# Calls the API of the service with curl, from the first token to the result of an action, and checks every response.
#
#   npm run serve -- --sandbox            in one terminal
#   service/examples/curl.sh              in another
#
# URL is the address of the service, and DATA_DIR is its data directory.
set -euo pipefail
URL=${URL:-http://127.0.0.1:8080}
DATA_DIR=${DATA_DIR:-./agent-connectors-data}
SLACK_TOKEN=${SLACK_TOKEN:-xoxb-sandbox-bot}
ADS_CLIENT_ID=${ADS_CLIENT_ID:-amzn1.application-oa2-client.sandbox}
ADS_CLIENT_SECRET=${ADS_CLIENT_SECRET:-amzn1.oa2-cs.v1.sandbox}
ADS_REFRESH_TOKEN=${ADS_REFRESH_TOKEN:-Atzr|sandbox}

# post PATH TOKEN BODY: sets $status and $body.
post() {
  local answer
  answer=$(curl --silent --show-error --write-out '\n%{http_code}' --request POST "$URL$1" \
    --header "Authorization: Bearer $2" --header 'Content-Type: application/json' --data "$3")
  status=${answer##*$'\n'}
  body=${answer%$'\n'*}
}
# field NAME JSON: prints the text of a field.
field() { sed -n "s/.*\"$1\": *\"\([^\"]*\)\".*/\1/p" <<<"$2" | head -n 1; }
fail() {
  echo "FAILED: $1" >&2
  echo "  status: $status" >&2
  echo "  body:   $body" >&2
  exit 1
}
expect() { # expect STATUS TEXT...: fails unless the last response has this status and its body contains each text
  [[ $status == "$1" ]] || fail "expected status $1"
  local text
  for text in "${@:2}"; do
    grep --quiet --fixed-strings -- "$text" <<<"$body" || fail "expected $text in the body"
  done
}

client=$(tr -d '\n' <"$DATA_DIR/first-application.json")
client_id=$(field client_id "$client")
client_secret=$(field client_secret "$client")

echo "1. The application's token"
post /api/v1/account/applications/token none "{\"client_id\":\"$client_id\",\"client_secret\":\"$client_secret\"}"
expect 200 '"token_type":"bearer"' '"expires_in":900' '"organization_id"'
application_token=$(field access_token "$body")

echo "2. A scoped token for one user"
user="user-$RANDOM-$$"
post /api/v1/account/applications/scoped-token "$application_token" "{\"external_user_id\":\"$user\"}"
expect 200 '"token"' '"expires_in":1200'
scoped_token=$(sed -n 's/^{"token":"\([^"]*\)".*/\1/p' <<<"$body")

echo "3. Create a Slack connector with a token"
post /v1/integrations/connectors "$scoped_token" "{
  \"external_user_id\": \"$user\",
  \"connector_type\": \"Slack\",
  \"name\": \"My Slack Connector\",
  \"credentials\": { \"api_token\": \"$SLACK_TOKEN\" }
}"
expect 200 '"name":"My Slack Connector"' '"connector_type":"Slack"' '"auth_method":"token"'
by_token=$(field id "${body%%,*}")
grep --quiet --fixed-strings -- "$SLACK_TOKEN" <<<"$body" && fail "the response shows the credentials"

echo "4. Create a Slack connector with OAuth credentials"
post /v1/integrations/connectors "$scoped_token" "{
  \"external_user_id\": \"$user\",
  \"connector_type\": \"slack\",
  \"credentials\": {
    \"client_id\": \"1234.5678\", \"client_secret\": \"the-app-secret\", \"access_token\": \"$SLACK_TOKEN\"
  }
}"
expect 200 '"name":"Slack"' '"auth_method":"oauth"'
by_oauth=$(field id "${body%%,*}")

echo "5. Execute with params, on both"
for connector in "$by_token" "$by_oauth"; do
  post "/api/v1/connectors/sources/$connector/execute" "$scoped_token" \
    '{"entity":"channels","action":"list","params":{"limit":2}}'
  expect 200 '"status":"success"' '"result":[{' '"connector_metadata":{' '"has_next_page":true' \
    "\"connector_instance_id\":\"$connector\""
done

echo "6. Execute without params"
post "/api/v1/connectors/sources/$by_token/execute" "$scoped_token" '{"entity":"users","action":"list"}'
expect 200 '"status":"success"' '"result":[{'

# ads ENVIRONMENT CONFIG: creates a connector with this environment, expects this configuration in its record, and lists
# the profiles of the account.
ads() {
  post /v1/integrations/connectors "$scoped_token" "{
    \"external_user_id\": \"$user\",
    \"connector_type\": \"Amazon-Ads\",
    $1
    \"credentials\": {
      \"client_id\": \"$ADS_CLIENT_ID\",
      \"client_secret\": \"$ADS_CLIENT_SECRET\",
      \"refresh_token\": \"$ADS_REFRESH_TOKEN\"
    }
  }"
  expect 200 '"connector_type":"Amazon-Ads"' "\"replication_config\":$2"
  grep --quiet --fixed-strings -- "$ADS_REFRESH_TOKEN" <<<"$body" && fail "the response shows the credentials"
  local id
  id=$(field id "${body%%,*}")
  post "/api/v1/connectors/sources/$id/execute" "$scoped_token" '{"entity":"profiles","action":"list"}'
  expect 200 '"status":"success"' '"result":[{' '"profileId":"'
  post "/api/v1/connectors/sources/$id/execute" "$scoped_token" \
    '{"entity":"profiles","action":"list","params":{"fields":["countryCode"]}}'
  expect 200 '"status":"success"' '{"countryCode":"'
}

echo "7. Amazon Ads: create and execute, in the default region and in another"
ads "" "{}"
ads '"environment": { "region": "https://advertising-api-eu.amazon.com" },' '{"region":"https://advertising-api-eu.amazon.com"}'
post /v1/integrations/connectors "$scoped_token" "{
  \"external_user_id\": \"$user\", \"connector_type\": \"Amazon-Ads\", \"credentials\": { \"api_token\": \"x\" }
}"
expect 400 '"code":"credentials_mismatch"' 'unavailable for this connector'

echo "8. Errors say what to do"
post "/api/v1/connectors/sources/$by_token/execute" "$scoped_token" \
  '{"entity":"channels","action":"lst","params":{}}'
expect 422 '"code":"unknown_action"' '"errors":[{' 'did you mean list?'
post /v1/integrations/connectors "$scoped_token" \
  "{\"external_user_id\":\"$user\",\"connector_type\":\"Slack\",\"credentials\":{\"token\":\"$SLACK_TOKEN\"}}"
expect 400 '"code":"credentials_mismatch"' 'Credentials do not match any auth scheme'
post "/api/v1/connectors/sources/$by_token/execute" forged '{"entity":"channels","action":"list"}'
expect 401 '"code":"invalid_token"'
post "/api/v1/connectors/sources/not-a-connector/execute" "$scoped_token" '{"entity":"channels","action":"list"}'
expect 404 '"code":"connector_not_found"'

echo "All responses are as documented."
