import { type TokenVerifier, tokenVerifier } from './auth/token.ts'
import { type Clock, systemClock } from './clock.ts'
import { environment, optionalEnvironment } from './environment.ts'
import { type Ids, systemIds } from './ids.ts'
import { type Table, tableFrom } from './store/table.ts'

/** What a function stands on: made at its first use, kept while the function is warm. */
export interface Platform {
  readonly clock: Clock
  readonly ids: Ids
  readonly table: Table
}

export interface ApiPlatform extends Platform {
  readonly verifyToken: TokenVerifier
  readonly firstPartyClientId: string
}

let kept: Platform | undefined
let keptForApi: ApiPlatform | undefined

export function platform(): Platform {
  kept ??= { clock: systemClock, ids: systemIds, table: tableFrom(environment('TABLE_NAME')) }
  return kept
}

export function apiPlatform(): ApiPlatform {
  keptForApi ??= {
    ...platform(),
    verifyToken: tokenVerifier({
      issuer: environment('ISSUER'),
      audience: environment('AUDIENCE'),
      jwksUri: optionalEnvironment('JWKS_URI') ?? null,
      clock: systemClock,
    }),
    firstPartyClientId: environment('FIRST_PARTY_CLIENT_ID'),
  }
  return keptForApi
}
