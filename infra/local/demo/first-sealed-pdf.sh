from() { node -p "JSON.parse(require('node:fs').readFileSync('${WORKSPACE:-.local/workspace.json}', 'utf8')).$1"; }
field() { node -p "JSON.parse(require('node:fs').readFileSync(0, 'utf8')).$1"; }
request() { curl -sS --fail-with-body -H "Authorization: Bearer $TOKEN" "$@"; }
API=$(from baseUrl)

# A token by the client credentials flow. It is valid for ten minutes.
TOKEN=$(curl -sS --fail-with-body "$(from tokenUrl)" \
  -u "$(from apiKeys.testAdmin.clientId):$(from apiKeys.testAdmin.clientSecret)" \
  -d grant_type=client_credentials -d scope="$(from scope)" | field access_token)

# Every run uses a new key. The same key would return the answer of the first run.
ID=$(request "$API/v1/signature-requests" -H "Idempotency-Key: first-$(date +%s)-$$" \
  -F file=@infra/local/demo/contract.pdf \
  -F data='{"entityId":"'"$(from testEntity.id)"'","title":"My first contract",
            "signers":[{"firstName":"Jane","lastName":"Doe","email":"jane+sign@example.com"}]}' | field id)

# Jane signs after two seconds, and the seal follows.
for _ in $(seq 60); do
  SEAL=$(request "$API/v1/signature-requests/$ID" | field document.sealStatus)
  [ "$SEAL" = sealed ] && break
  sleep 1
done
echo "sealStatus: $SEAL"
request "$API/v1/signature-requests/$ID/document?variant=signed" -o signed.pdf
request "$API/v1/signature-documents/verify" -F file=@signed.pdf
