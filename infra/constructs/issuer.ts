import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { Construct } from 'constructs'
import { isSecureAddress } from './addresses.ts'
import type { KeyRing } from './key-rings.ts'
import { settingsOf } from './settings.ts'

/** Whose access tokens the API accepts. */
export interface TokenIssuer {
  /** Exactly as tokens name it in `iss`. */
  readonly issuer: string
  /** What `aud` must contain. */
  readonly audience: string
  /** The scope by which clients ask for that audience. */
  readonly audienceScope: string
  /** Where its keys are; null when its discovery document tells. */
  readonly jwksUri: string | null
  /** Where people let applications act for them; null where an outside provider was not told to have such a page. */
  readonly consentUrl: string | null
  /** Whether tokens tell when people signed in (`auth_time`), so that sensitive operations can ask for a recent sign-in. */
  readonly tellsSignIn: boolean
  /** The KMS keys that sign its tokens; null for an outside one. */
  readonly signingKeys: KeyRing<IKey> | null
  /** The client in which people sign in to the service's own app. */
  readonly firstPartyClientId: string
}

export const ownAudience = {
  audience: 'urn:svc:api',
  audienceScope: 'urn:svc:api:aud',
  firstPartyClientId: 'sealpost-app',
} satisfies Partial<TokenIssuer>

/** The provider that `-c issuer=… -c audience=…` names at deploy time; null: the stack brings its own. */
export function outsideIssuer(scope: Construct): TokenIssuer | null {
  const setting = settingsOf(scope)
  const issuer = setting('issuer')
  const audience = setting('audience')
  const reauthentication = setting('reauthentication')
  if (reauthentication !== undefined && reauthentication !== 'off')
    throw new Error('-c reauthentication=… can only be off')
  if (!issuer && !audience) {
    const alone = (['audienceScope', 'firstPartyClientId', 'consentUrl'] as const).find(setting)
    if (alone)
      throw new Error(`-c ${alone}=… is for an external identity provider: it needs -c issuer=… and -c audience=…`)
    if (reauthentication === 'off')
      throw new Error(
        '-c reauthentication=off is for an external identity provider; the own one tells when people signed in',
      )
    return null
  }
  if (!issuer || !audience) throw new Error('an external identity provider needs both -c issuer=… and -c audience=…')
  demandAddress('issuer', issuer)
  demandAddress('consentUrl', setting('consentUrl'))
  return {
    issuer,
    audience,
    audienceScope: setting('audienceScope') ?? ownAudience.audienceScope,
    jwksUri: null,
    consentUrl: setting('consentUrl') ?? null,
    tellsSignIn: reauthentication !== 'off',
    signingKeys: null,
    firstPartyClientId: setting('firstPartyClientId') ?? ownAudience.firstPartyClientId,
  }
}

function demandAddress(name: 'issuer' | 'consentUrl', address: string | undefined): void {
  if (address && !isSecureAddress(address))
    throw new Error(`-c ${name}=… must be an HTTPS address, such as https://id.example.com`)
}
