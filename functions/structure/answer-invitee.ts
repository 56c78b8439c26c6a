import { isRefusal, refuse } from '../../shared/errors/refusal.ts'
import type { Outcome } from '../../shared/http/gateway-handler.ts'
import type { Incoming } from '../../shared/http/incoming.ts'
import type { Operation } from '../../shared/http/operation.ts'
import { unexpected } from '../../shared/http/unexpected.ts'
import { type Invited, invitedBy, readInvited } from '../../shared/members/invitation.ts'
import type { Platform } from '../../shared/platform.ts'
import type { Author } from '../../shared/store/audit.ts'
import { batchLoader } from '../../shared/store/batch-loader.ts'
import { commit, pauseBeforeNextDecision } from '../../shared/store/commit.ts'
import { Work } from '../../shared/store/work.ts'
import { invitationMac } from './invitation-mac.ts'

/** How often a decision is taken anew when somebody else wrote first. */
const maxTries = 3

/** Besides what every answer carries: the address of the page is a secret. */
const privateHeaders = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
}

/** Everything that happens to a request of the page behind an invitation's link. */
export async function answerInvitee(
  platform: Platform,
  operation: Operation,
  incoming: Incoming,
  signal: AbortSignal,
): Promise<Outcome> {
  const answer = await decided(platform, operation, incoming, signal).catch((error) => unexpected(error, incoming))
  return { answer, headers: privateHeaders }
}

async function decided(platform: Platform, operation: Operation, incoming: Incoming, signal: AbortSignal) {
  const { table, clock, ids } = platform
  const { headers, baseUrl, pathParameters: path } = incoming
  for (let round = 1; round <= maxTries; round++) {
    const { token = '' } = path
    const named = await readInvited(batchLoader(table), token)
    const found = await invitedBy(token, named, { mac: await invitationMac(), nowMs: clock() })
    const invited = isRefusal(found) ? null : found
    const work = new Work({ table, clock, ids, author: authorOf(invited, incoming) })
    const context = { table, clock, ids, headers, baseUrl, path, invited, work, origin: originOf(incoming) }
    const answer = await operation.handle(context as never)
    signal.throwIfAborted()
    const outcome = await commit(table, work)
    if (outcome === 'committed') return answer
    if (outcome !== 'stale') return outcome
    await pauseBeforeNextDecision(round)
  }
  return refuse('concurrent_update', 'The invitation changed at the same moment; try again.')
}

function originOf({ requestId, ip, headers }: Incoming) {
  return { requestId, ip, userAgent: headers['user-agent'] ?? null }
}

/** Whoever has the link is taken for the person whom it was sent to. */
function authorOf(invited: Invited | null, incoming: Incoming): Author {
  const { userId: id = null, email: name = 'somebody' } = invited?.member ?? {}
  return { actor: { type: 'user', id, name }, ...originOf(incoming) }
}
