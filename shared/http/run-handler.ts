import type { Principal } from '../auth/principal.ts'
import { displayName } from '../auth/principal.ts'
import { isRefusal, type Refusal, refuse } from '../errors/refusal.ts'
import { timestamp } from '../platform/clock.ts'
import type { AuditActor } from '../store/audit.ts'
import { commit, pauseBeforeNextDecision } from '../store/commit.ts'
import { completion, type Reservation } from '../store/idempotency.ts'
import type { Item } from '../store/table.ts'
import { UnitOfWork } from '../store/unit-of-work.ts'
import { useUpload } from '../store/uploads.ts'
import type { ApiPlatform } from './api-platform.ts'
import { authorizeNode, authorizeResource, type Grant } from './authorize.ts'
import type { ReceivedFile } from './body.ts'
import { type Round, readResource } from './first-round.ts'
import { type ExpectedVersion, versionRefusal } from './if-match.ts'
import type { Incoming } from './incoming.ts'
import type { Operation } from './operation.ts'
import { authorizeOrganizationResource } from './organization-resources.ts'
import { authorizePeopleOnly } from './people-only.ts'
import { recordedAnswer } from './recorded-answer.ts'
import type { Reply } from './reply.ts'

/** What the caller sent, checked. */
export interface Input {
  readonly query: unknown
  readonly body: unknown
  readonly file: ReceivedFile | undefined
  readonly expected: ExpectedVersion
}

interface Run {
  readonly platform: ApiPlatform
  readonly operation: Operation
  readonly incoming: Incoming
  readonly principal: Principal
  readonly grant: Grant
  readonly input: Input
  readonly round: Pick<Round, 'early' | 'named' | 'besideResource'>
  readonly reservation: Reservation | null
  /** Aborted when the time for an answer is over: nothing may be written any more. */
  readonly signal: AbortSignal
}

/**
 * How often a decision is written, when somebody else always wrote first. After that it is taken once more: what the others
 * have made may be just what was asked for, so that nothing is left to write.
 */
const maxTries = 3

const othersWereFaster = refuse(
  'concurrent_update',
  'Another request changed the same resource at the same moment. Try again.',
)

/** Lets the handler decide, and commits what it decided together with the recorded answer. */
export async function runHandler(run: Run): Promise<Reply | Refusal> {
  let { grant } = run
  let { early, besideResource } = run.round
  let { besideEntity } = run.round.named
  for (let round = 1; ; round++) {
    const work = unitOfWorkOf(run)
    const answer = await run.operation.handle(
      contextOf(run, { grant, early, besideEntity, besideResource, work }) as never,
    )
    if (isRefusal(answer)) return answer
    const isLastLook = round > maxTries && work.writes.length > 0
    const outcome = isLastLook ? othersWereFaster : await commitAnswer(run, work, answer)
    if (outcome === 'committed') return answer
    await work.undo()
    if (outcome !== 'stale') return outcome
    await pauseBeforeNextDecision(round)
    const current = await regrant(run)
    if (isRefusal(current)) return current
    // Others may have changed something else that was decided on, such as what the resource is to name.
    const changed = versionRefusal(current, run.input.expected)
    if (changed) return changed
    grant = current
    // What was read with the first round may be what others have changed.
    early = null
    besideEntity = null
    besideResource = null
  }
}

async function commitAnswer(run: Run, work: UnitOfWork, answer: Reply) {
  const { platform, operation, reservation, input, signal } = run
  const { upload } = input.file ?? {}
  if (upload && operation.body?.kind === 'form' && !operation.commitsInParts)
    useUpload(work, upload, { usedAt: timestamp(platform.clock()), ifTaken: operation.body.file.missing })
  if (reservation) {
    const recorded = await recordedAnswer(answer, { ...run, reservation })
    const lost = refuse(
      'idempotency_outcome_unknown',
      'Another request took over this Idempotency-Key while this one ran. Check what it did before you retry.',
    )
    work.write((tableName) => completion(tableName, reservation, recorded), lost)
  }
  signal.throwIfAborted()
  return await commit(platform.table, work)
}

/** The same decision on what is there now. */
async function regrant(run: Run): Promise<Grant | Refusal> {
  const { platform, operation, incoming, principal } = run
  const { access } = operation
  if (!('resource' in access)) return run.grant
  const items = await readResource(platform, operation, incoming)
  if (access.to === 'peopleOnlyResource')
    return authorizePeopleOnly(principal, access, incoming.pathParameters.orgId, items)
  const caller = { principal, consentUrl: platform.consentUrl }
  if (access.to === 'organizationResource')
    return authorizeOrganizationResource(caller, access, incoming.pathParameters, items)
  return access.to === 'node' ? authorizeNode(caller, access, items) : authorizeResource(caller, access, items)
}

function unitOfWorkOf({ platform, principal, incoming }: Run): UnitOfWork {
  const { table, clock, ids } = platform
  const userAgent = incoming.headers['user-agent'] ?? null
  const author = { actor: actorOf(principal), requestId: incoming.requestId, ip: incoming.ip, userAgent }
  return new UnitOfWork({ table, clock, ids, author })
}

const actorTypes = { user: 'user', api_key: 'api_key', partner: 'application', delegated: 'delegated' } as const

/** Who does something. What an application does for a person is the application's doing, on the person's behalf. */
export function actorOf({ kind, id, profile, application }: Principal): AuditActor {
  const name = displayName(profile)
  if (kind !== 'delegated' || !application) return { type: actorTypes[kind], id, name }
  return { type: 'delegated', id: application.id, name: application.name, onBehalfOf: { userId: id, name } }
}

interface Try {
  readonly grant: Grant
  readonly early: unknown
  readonly besideEntity: readonly Item[] | null
  readonly besideResource: readonly Item[] | null
  readonly work: UnitOfWork
}

function contextOf(run: Run, { grant, ...others }: Try): object {
  const { platform, incoming, principal, input, signal } = run
  const { pathParameters: path } = incoming
  return { ...situation(platform, incoming), principal, signal, ...others, ...grant, ...input, path }
}

function situation({ table, clock, ids }: Pick<ApiPlatform, 'table' | 'clock' | 'ids'>, incoming: Incoming) {
  const { requestId, ip, headers, baseUrl } = incoming
  return { table, clock, ids, headers, baseUrl, origin: { requestId, ip, userAgent: headers['user-agent'] ?? null } }
}
