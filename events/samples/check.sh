T=${HEADER#t=}; T=${T%%,*}
V1=$({ printf '%s.' "$T"; cat body.json; } | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" | sed 's/.* //')
case "$HEADER," in *",v1=$V1,"*) echo "signed at $(date -d "@$T")" ;; *) echo 'not signed with this secret' ;; esac
