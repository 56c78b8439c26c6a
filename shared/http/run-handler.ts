import { displayName, personIn } from '../auth/person.ts'
import type { Principal } from '../auth/principal.ts'
import { isRefusal, type Refusal, refuse } from '../errors/refusal.ts'
import { timestamp } from '../platform/clock.ts'
import type { AuditActor } from '../store/audit.ts'
import { commit } from '../store/commit.ts'
import { completion, type Reservation } from '../store/idempotency.ts'
import { withOptimisticRetry } from '../store/optimistic-retry.ts'
import { platformAhead } from '../store/platform.ts'
import { type AuthorIn, UnitOfWork } from '../store/unit-of-work.ts'
import { useUpload } from '../store/uploads.ts'
import type { ApiPlatform } from './api-platform.ts'
import { authorize } from './authorization/checks.ts'
import type { GrantedAccess } from './authorization/target.ts'
import type { ReceivedFile } from './body.ts'
import { type ExpectedVersion, versionRefusal } from './if-match.ts'
import { type Incoming, isHead } from './incoming.ts'
import { recordedAnswer } from './recorded-answer.ts'
import type { Reply } from './reply.ts'
import { type ParsedRequest, pathParametersOf, type RequestContext, reloadForRetry } from './request-context.ts'

/** The checked input of the caller. */
export interface Input {
  readonly query: unknown
  readonly body: unknown
  readonly file: ReceivedFile | undefined
  readonly expected: ExpectedVersion
}

interface Run extends ParsedRequest {
  readonly principal: Principal
  readonly grant: GrantedAccess
  readonly input: Input
  readonly context: Pick<RequestContext, 'preloaded'>
  readonly reservation: Reservation | null
  /** Aborted at the deadline: nothing may be written any more. */
  readonly signal: AbortSignal
}

/** The handler runs once more than it may write, because other requests may leave it nothing to do. */
const maxWrites = 3

const othersWereFaster = refuse(
  'concurrent_update',
  'Another request changed the same resource at the same moment. Try again.',
)

/** Runs the handler and commits its writes with the recorded answer. Runs it again when another request wrote first. */
export async function runHandler(run: Run): Promise<Reply | Refusal> {
  const outcome = await withOptimisticRetry({ maxTries: maxWrites + 1 }, async ({ isFirst, isLast }) => {
    const basis = isFirst ? { grant: run.grant, preloaded: await run.context.preloaded } : await currentBasis(run)
    if (isRefusal(basis)) return basis
    const work = unitOfWorkOf(run, aheadMsOf(run.operation, basis.grant))
    const answer = await run.operation.handle(handlerContext(run, basis, work) as never)
    if (isRefusal(answer)) return answer
    if (isHead(run.incoming)) {
      await work.undo()
      return answer
    }
    const outcome = isLast && work.writes.length > 0 ? 'stale' : await commitAnswer(run, work, answer)
    if (outcome === 'committed') return answer
    await work.undo()
    return outcome
  })
  return outcome === 'stale' ? othersWereFaster : outcome
}

/** What the handler decides on. */
interface Basis {
  readonly grant: GrantedAccess
  readonly preloaded: unknown
}

/** The basis after another request wrote. */
async function currentBasis(run: Run): Promise<Basis | Refusal> {
  const { resourceItems, preloaded, settings } = await reloadForRetry(run)
  const grant = await authorizeAgain(run, { resourceItems, settings, preloaded: Promise.resolve(preloaded) })
  if (isRefusal(grant)) return grant
  return versionRefusal(grant, run.input.expected) ?? { grant, preloaded }
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

/** The access decision on the resource as it is now. */
async function authorizeAgain(
  run: Run,
  read: Pick<RequestContext, 'resourceItems' | 'settings' | 'preloaded'>,
): Promise<GrantedAccess | Refusal> {
  const { platform, operation, incoming, principal } = run
  const { access } = operation
  if (!('resource' in access)) return run.grant
  const { table, consentUrl } = platform
  return await authorize({ principal, access, consentUrl }, { table, path: incoming.pathParameters, ...read })
}

/** The business of a test organization goes by its own clock; everything else by the real one. */
function aheadMsOf({ access }: Run['operation'], { aheadMs = 0 }: GrantedAccess): number {
  return 'feature' in access && access.feature !== null ? aheadMs : 0
}

function unitOfWorkOf({ platform, principal, incoming }: Run, aheadMs: number): UnitOfWork {
  const { table, clock, ids } = platform
  const userAgent = incoming.headers['user-agent'] ?? null
  const origin = { requestId: incoming.requestId, ip: incoming.ip, userAgent }
  const author: AuthorIn = (orgId) => ({ actor: actorIn(principal, orgId), ...origin })
  return new UnitOfWork({ table, clock, ids, author, aheadMs })
}

const actorTypes = { user: 'user', api_key: 'api_key', partner: 'application', delegated: 'delegated' } as const

/** The actor of an organization's audit entries. An application that acts for a person acts on behalf of that person. */
export function actorIn(principal: Principal, orgId: string): AuditActor {
  const { kind, id, application } = principal
  const name = displayName(personIn(principal, orgId))
  if (kind !== 'delegated' || !application) return { type: actorTypes[kind], id, name }
  return { type: 'delegated', id: application.id, name: application.name, onBehalfOf: { userId: id, name } }
}

function handlerContext(run: Run, { grant, preloaded }: Basis, work: UnitOfWork): object {
  const { incoming, principal, input, signal, operation } = run
  const platform = platformAhead(run.platform, aheadMsOf(operation, grant))
  return {
    ...situation(platform, incoming),
    principal,
    signal,
    preloaded,
    work,
    ...grant,
    ...input,
    path: pathParametersOf(incoming),
  }
}

function situation({ table, clock, ids }: Pick<ApiPlatform, 'table' | 'clock' | 'ids'>, incoming: Incoming) {
  const { requestId, ip, headers, baseUrl } = incoming
  return { table, clock, ids, headers, baseUrl, origin: { requestId, ip, userAgent: headers['user-agent'] ?? null } }
}
