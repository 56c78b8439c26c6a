import * as v from 'valibot'
import { sessionIdOfGrant } from '../../../shared/auth/ended-session.ts'
import { timestampSchema } from '../../../shared/platform/clock.ts'
import { uuid } from '../../../shared/platform/ids.ts'
import type { LiveSession } from '../../identity-provider/oauth/person-sessions.ts'

/** A sign-in as its person sees it. */
export const sessionView = v.pipe(
  v.object({
    id: uuid,
    signedInAt: timestampSchema,
    lastUsedAt: timestampSchema,
    ip: v.pipe(v.nullable(v.string()), v.description('The address of the last use in a browser.')),
    userAgent: v.nullable(v.string()),
    isCurrent: v.pipe(v.boolean(), v.description('Whether the access token of this request comes of it.')),
    clientIds: v.pipe(v.array(v.string()), v.description('The applications that can still get tokens by it.')),
  }),
  v.title('Session'),
)

/** `caller`: the sign-in that the token of the request names. */
export function toSession({ session, tokens }: LiveSession, caller: string | null): v.InferOutput<typeof sessionView> {
  const { id, signedInAt, ip, userAgent } = session
  const [lastUsedAt = session.lastUsedAt] = [session.lastUsedAt, ...tokens.map((token) => token.lastUsedAt)]
    .toSorted()
    .reverse()
  const clientIds = [...new Set(tokens.map(({ clientId }) => clientId))].sort()
  const isCurrent = tokens.some(({ grantId }) => sessionIdOfGrant(grantId) === caller)
  return { id, signedInAt, lastUsedAt, ip, userAgent, isCurrent, clientIds }
}
