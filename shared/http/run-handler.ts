import type { Principal } from '../auth/principal.ts'
import { displayName } from '../auth/principal.ts'
import { timestamp } from '../clock.ts'
import { isRefusal, type Refusal, refuse } from '../errors/refusal.ts'
import type { ApiPlatform } from '../platform.ts'
import type { AuditActor } from '../store/audit.ts'
import { commit } from '../store/commit.ts'
import { completion, type Reservation } from '../store/idempotency.ts'
import { type Upload, useUpload } from '../store/uploads.ts'
import { Work } from '../store/work.ts'
import { authorizeResource, type Grant } from './authorize.ts'
import type { ReceivedFile } from './body.ts'
import { readResource } from './first-round.ts'
import { type ExpectedVersion, versionHasChanged } from './if-match.ts'
import type { Incoming } from './incoming.ts'
import type { Operation } from './operation.ts'
import { recordedAnswer } from './recorded-answer.ts'
import type { Reply } from './reply.ts'

/** What the caller sent, checked. */
export interface Input {
  readonly query: unknown
  readonly body: unknown
  readonly file: (ReceivedFile & { upload: Upload | null }) | undefined
  readonly expected: ExpectedVersion
}

interface Run {
  readonly platform: ApiPlatform
  readonly operation: Operation
  readonly incoming: Incoming
  readonly principal: Principal
  readonly grant: Grant
  readonly input: Input
  readonly reservation: Reservation | null
  /** Aborted when the time for an answer is over: nothing may be written any more. */
  readonly signal: AbortSignal
}

/** How often a decision is taken anew when somebody else wrote first. */
const maxTries = 3

/** Lets the handler decide, and commits what it decided together with the recorded answer. */
export async function runHandler(run: Run): Promise<Reply | Refusal> {
  let { grant } = run
  for (let round = 1; ; round++) {
    const work = workOf(run)
    const answer = await run.operation.handle(contextOf(run, grant, work) as never)
    if (isRefusal(answer)) return answer
    const outcome = await commitAnswer(run, work, answer)
    if (outcome === 'committed') return answer
    await work.undo()
    if (outcome !== 'stale') return outcome
    if (typeof run.input.expected === 'number') return versionHasChanged
    if (round === maxTries)
      return refuse('concurrent_update', 'Others changed the same resource at the same moment; try again.')
    const current = await regrant(run)
    if (isRefusal(current)) return current
    grant = current
  }
}

async function commitAnswer(run: Run, work: Work, answer: Reply) {
  const { platform, reservation, input, signal } = run
  const { upload } = input.file ?? {}
  if (upload) useUpload(work, upload, timestamp(platform.clock()))
  if (reservation) {
    const recorded = await recordedAnswer(answer, run.incoming.arrivalId)
    const lost = refuse('idempotency_outcome_unknown', 'The Idempotency-Key was taken over while the request ran.')
    work.write((tableName) => completion(tableName, reservation, recorded), lost)
  }
  signal.throwIfAborted()
  return await commit(platform.table, work)
}

/** The same decision on what is there now. */
async function regrant(run: Run): Promise<Grant | Refusal> {
  const { platform, operation, incoming, principal } = run
  if (operation.access.to !== 'resource') return run.grant
  return authorizeResource(principal, operation.access, await readResource(platform, operation, incoming))
}

function workOf({ platform, principal, incoming }: Run): Work {
  const { table, clock, ids } = platform
  const userAgent = incoming.headers['user-agent'] ?? null
  const author = { actor: actorOf(principal), requestId: incoming.requestId, ip: incoming.ip, userAgent }
  return new Work({ table, clock, ids, author })
}

const actorTypes = { user: 'user', api_key: 'api_key', partner: 'application', delegated: 'delegated' } as const

export function actorOf(principal: Principal): AuditActor {
  return { type: actorTypes[principal.kind], id: principal.id, name: displayName(principal.profile) }
}

function contextOf(run: Run, grant: Grant, work: Work): object {
  const { platform, incoming, principal, input } = run
  return { ...situation(platform, incoming), principal, work, ...grant, ...input, path: incoming.pathParameters }
}

function situation({ table, clock, ids }: Pick<ApiPlatform, 'table' | 'clock' | 'ids'>, incoming: Incoming) {
  const { requestId, ip, headers, baseUrl } = incoming
  return { table, clock, ids, headers, baseUrl, origin: { requestId, ip, userAgent: headers['user-agent'] ?? null } }
}
