import type { Configuration, RefreshToken, Session } from 'oidc-provider'
import { maxTokenLifetimeSec } from '../../../shared/auth/access-token-claims.ts'
import type { Clock } from '../../../shared/platform/clock.ts'

const minuteSec = 60
const hourSec = 60 * minuteSec
const daySec = 24 * hourSec

/** How long what people are given lasts: `idle` without being used, `absolute` however much it is used. */
export const lifetimes = {
  codeSec: minuteSec,
  /** How long a used code is kept, so that a second use is noticed. */
  usedCodeSec: daySec,
  interactionSec: hourSec,
  session: { idleSec: 12 * hourSec, absoluteSec: 30 * daySec },
  refreshToken: { idleSec: 30 * daySec, absoluteSec: 90 * daySec },
} as const

/** The lifetimes as the provider asks for them. A lifetime has to be positive, also when its end was just met. */
export function lifetimesOfPeople(clock: Clock): NonNullable<Configuration['ttl']> {
  const nowSec = () => Math.floor(clock() / 1000)
  const within = (sinceSec: number, { idleSec, absoluteSec }: { idleSec: number; absoluteSec: number }) =>
    Math.max(1, Math.min(idleSec, sinceSec + absoluteSec - nowSec()))
  return {
    AccessToken: maxTokenLifetimeSec,
    AuthorizationCode: lifetimes.codeSec,
    IdToken: maxTokenLifetimeSec,
    Interaction: lifetimes.interactionSec,
    // What a grant gave ends with it, so it outlives the code and the last refresh token.
    Grant: lifetimes.refreshToken.absoluteSec + hourSec,
    RefreshToken: (_ctx, token: RefreshToken) => within(token.iiat ?? nowSec(), lifetimes.refreshToken),
    Session: (_ctx, session: Session) => within(session.loginTs ?? nowSec(), lifetimes.session),
  }
}
