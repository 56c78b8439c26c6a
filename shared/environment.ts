/** What the stack tells its functions; each function is given only what it needs. */
interface Variables {
  /** The one table. */
  TABLE_NAME: string
  DOCUMENTS_BUCKET: string
  UPLOADS_BUCKET: string
  EVENT_BUS_NAME: string
  /** The identity provider whose tokens are accepted, exactly as their `iss` says. */
  ISSUER: string
  /** What `aud` must contain. */
  AUDIENCE: string
  /** The scope by which clients ask for that audience. */
  AUDIENCE_SCOPE: string
  /** The client id of the service's own app, in which people sign in. */
  FIRST_PARTY_CLIENT_ID: string
  /** The secret that authenticates page tokens. */
  PAGE_TOKEN_KEY: string
  /** KMS key (ECC_NIST_P256) that signs access tokens. */
  TOKEN_SIGNING_KEY_ID: string
  /** KMS keys (RSA_3072) that seal the documents of live and of test organizations. */
  LIVE_SEAL_KEY_ID: string
  TEST_SEAL_KEY_ID: string
}

interface OptionalVariables {
  /** Where the issuer's keys are; absent for an outside issuer, whose discovery document tells. */
  JWKS_URI: string
  /** CIDRs of proxies in front of the gateway, comma-separated; absent when there are none. */
  TRUSTED_PROXIES: string
  /** An RFC 3161 timestamp authority; absent: seals are PAdES B-B. */
  TIMESTAMP_AUTHORITY_URL: string
}

/** A setting of the function. Throws where the function was deployed without it. */
export function environment(name: keyof Variables): string {
  const value = process.env[name]
  if (!value) throw new Error(`the environment variable ${name} is missing`)
  return value
}

export function optionalEnvironment(name: keyof OptionalVariables): string | undefined {
  return process.env[name] || undefined
}
