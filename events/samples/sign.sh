T=$(date +%s)
BODY='{"id":"019b76da-a800-7c3e-9a41-5f0e2b7d6c18","type":"webhook.test","data":{"message":"hello"}}'
V1=$(printf '%s.%s' "$T" "$BODY" | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" | sed 's/.* //')
curl -i http://localhost:8088/ -H "X-SVC-Signature: t=$T,v1=$V1" -H 'Content-Type: application/json' --data-binary "$BODY"
