/** What the stack tells its functions; each function is given only what it needs. */
interface Variables {
  /** The one table. */
  TABLE_NAME: string
  DOCUMENTS_BUCKET: string
  UPLOADS_BUCKET: string
  /** Where the presigned addresses of uploads lead. */
  UPLOADS_ORIGIN: string
  /** The locked bucket with the daily heads of audit chains. */
  AUDIT_HEADS_BUCKET: string
  EVENT_BUS_NAME: string
  /** The identity provider whose tokens are accepted, exactly as their `iss` says. */
  ISSUER: string
  /** What `aud` must contain. */
  AUDIENCE: string
  /** The scope by which clients ask for that audience. */
  AUDIENCE_SCOPE: string
  /** The client id of the service's own app, in which people sign in. */
  FIRST_PARTY_CLIENT_ID: string
  /** The ARNs of the secrets that authenticate page tokens, as a key ring (see key-ring.ts and secret-settings.ts). */
  PAGE_TOKEN_KEYS: string
  /** The ARN of the secret that seals the recorded answers which tell secrets themselves. */
  ANSWER_KEY: string
  /** The ARNs of the secrets under which the secrets of webhooks are kept, as a key ring. */
  WEBHOOK_SECRET_KEYS: string
  /** Where it is told that an attempt of a delivery is to be made. */
  WEBHOOK_DELIVERY_QUEUE_URL: string
  /** The same for subscriptions that keep attempts waiting. */
  WEBHOOK_SLOW_QUEUE_URL: string
  /** Where it is told that an event is to be spread to its subscriptions. */
  WEBHOOK_EVENT_QUEUE_URL: string
  /** The state machine of retries. */
  WEBHOOK_RETRY_MACHINE_ARN: string
  /** KMS keys (ECC_NIST_P256) that sign access tokens, as a key ring. */
  TOKEN_SIGNING_KEYS: string
  /** KMS keys (RSA_3072) that seal the documents of live and of test organizations. */
  LIVE_SEAL_KEY_ID: string
  TEST_SEAL_KEY_ID: string
  /** KMS keys (HMAC_256) that authenticate acts of signers, as a key ring. */
  SIGNING_ACTS_KEYS: string
  /** KMS keys (HMAC_256) that authenticate acts of recipients of registered mail, as a key ring. */
  MAIL_ACTS_KEYS: string
  /** KMS keys (HMAC_256) that links and one-time codes are made with, as a key ring. */
  SIGNING_SECRETS_KEYS: string
  /** The KMS key that encrypts secrets which vendors gave senders. */
  VENDOR_SECRETS_KEY: string
  /** The address of this API, without a slash at the end. */
  API_URL: string
  /** Where the signing page is served, without a slash at the end: links in mail lead to `/sign/…` below it. */
  PAGE_URL: string
  /** Who mail comes from, such as `Sealpost <no-reply@example.com>`. */
  MAIL_FROM: string
  /** The configuration set of SES that tells what becomes of mail. */
  MAIL_CONFIGURATION_SET: string
}

interface OptionalVariables {
  /** The lasting domain that passkeys belong to. Absent where there is none: they are not offered. */
  PASSKEY_DOMAIN: string
  /** Where proofs are copied that nobody may delete. Only with `-c proofLock=on`. */
  LOCKED_PROOFS_BUCKET: string
  /** Present where webhooks may go to this machine, by http too, and authorities on it be asked: in the local cloud alone. */
  LOCAL_WEBHOOK_RECEIVERS: string
  /** The same for who gives tokens beside the identity provider; absent where an outside one does. */
  TOKEN_SIGNING_KEYS: string
  /** Where people consent to applications; absent for an outside issuer that was not told to have such a page. */
  CONSENT_URL: string
  /** `off` where an outside issuer does not tell when people signed in; otherwise absent. */
  REAUTHENTICATION: string
  /** Where the issuer's keys are; absent for an outside issuer, whose discovery document tells. */
  JWKS_URI: string
  /** CIDRs of proxies in front of the gateway, comma-separated; absent when there are none. */
  TRUSTED_PROXIES: string
  /** A PEM file beside the function's code: authorities whose signatures are trusted, besides our own seals. */
  TRUST_ANCHORS_FILE: string
  /** An RFC 3161 timestamp authority; absent: seals are PAdES B-B. */
  TIMESTAMP_AUTHORITY_URL: string
  /** Where the job that writes to people is told to mail a code; absent where no mail can be sent, and so nobody signs in. */
  SIGN_IN_CODE_QUEUE_URL: string
  /** Where the service's own app is answered, separated by spaces; absent: nobody signs in to such an app here. */
  APP_REDIRECT_URIS: string
  /** The origins of the service's own apps, separated by spaces; absent: no page of another origin calls the API. */
  APP_ORIGINS: string
  /** How many e-mails to strangers an organization can have sent a day; absent: the usual number. */
  EMAILS_PER_DAY: string
  /** How many e-mails an address gets a day from one organization that it is no member of; absent: the usual number. */
  EMAILS_PER_ADDRESS: string
  /** How many SMS an organization can have sent a day; absent: the usual number. */
  SMS_PER_DAY: string
  /** How many documents a network can have checked in a minute; absent: the usual number. */
  CHECKS_PER_MINUTE: string
  /** Where CloudWatch counts what the service does; absent: nothing is counted. */
  METRIC_NAMESPACE: string
  /** Another address of Yousign's API, such as that of a fake; absent: Yousign's own. */
  YOUSIGN_URL: string
  /** The same for AR24. */
  AR24_URL: string
  /** The providers of remote signatures that live organizations can use, by the addresses of their APIs, comma-separated; absent: none. */
  CSC_PROVIDERS: string
  /** Whom an SMS is from, in countries that show it; absent: a number of SNS. */
  SMS_SENDER_ID: string
}

/** A setting of the function. Throws where the function was deployed without it. */
export function environment(name: keyof Variables): string {
  const value = process.env[name]
  if (!value) throw new Error(`the environment variable ${name} is missing`)
  return value
}

/** Undefined where the function was deployed without it. */
export function optionalEnvironment(name: keyof (OptionalVariables & Variables)): string | undefined {
  return process.env[name] || undefined
}
