import { countRefusal } from '../auth/count-request.ts'
import { noteUse } from '../auth/grants/last-use.ts'
import type { Principal } from '../auth/principal.ts'
import { invalidToken } from '../auth/token.ts'
import { isRefusal, type Refusal, refuse } from '../errors/refusal.ts'
import { isUuid } from '../platform/ids.ts'
import { outcomeOfTaken, type Reservation, release } from '../store/idempotency.ts'
import { isTwinId } from '../store/twin-ids.ts'
import type { ApiPlatform } from './api-platform.ts'
import { actingApplication, principalOf } from './authorization/acting-principal.ts'
import {
  authorize,
  type Caller,
  clientRefusal,
  inputRefusal,
  principalRefusal,
  refusalWithoutTarget,
} from './authorization/checks.ts'
import { organizationGiven, organizationMeant } from './authorization/named-organization.ts'
import { isNamedInQuery } from './authorization/principals-of.ts'
import type { GrantedAccess } from './authorization/target.ts'
import type { FileRule, ReceivedFile } from './body.ts'
import { countedHeaders } from './counted-headers.ts'
import { isGuardedByIfMatch } from './error-codes-of.ts'
import type { Known, Outcome } from './gateway-handler.ts'
import { idempotencyKeyFits, idempotencyKeyOf } from './idempotency-key.ts'
import { expectedVersion, versionRefusal } from './if-match.ts'
import type { Incoming } from './incoming.ts'
import type { Operation } from './operation.ts'
import { rateHeaders } from './rate-headers.ts'
import { readRawBody, sizeRefusal } from './raw-body.ts'
import { answerSeal } from './recorded-answer.ts'
import { entityIdGiven, loadRequestContext, type ParsedRequest, type RequestContext } from './request-context.ts'
import { type Input, runHandler } from './run-handler.ts'
import { unexpected } from './unexpected.ts'
import { validateInput } from './validation.ts'

/** Answers a request. The steps stand in the order in which their errors win. */
export async function answerRequest(
  platform: ApiPlatform,
  operation: Operation,
  incoming: Incoming,
  signal: AbortSignal,
  report: (known: Known) => void,
): Promise<Outcome> {
  const tooLarge = sizeRefusal(incoming)
  if (tooLarge) return { answer: tooLarge, headers: await countedHeaders(platform, incoming) }
  const token = await platform.verifyToken(incoming.headers.authorization)
  if (isRefusal(token)) return { answer: token, headers: {} }
  const raw = await readRawBody(operation.body, incoming)
  const validated = validateInput(operation, incoming, raw)
  const request = { platform, operation, incoming, token, raw: isRefusal(raw) ? null : raw, validated }
  const loading = loadRequestContext(request)
  // A module that cannot be loaded fails again where the handler asks for it.
  operation.loadModules?.().catch(() => {})
  const context = await loading
  const headers = rateHeaders(context.client)
  const reservation = context.reservation && 'mine' in context.reservation ? context.reservation.mine : null
  report({ headers, ...(reservation && { giveBack: () => release(platform.table, reservation) }) })
  try {
    const answer = await afterLoading({ ...request, signal, raw, context, reservation })
    if (reservation && isRefusal(answer)) await release(platform.table, reservation)
    return { answer, headers }
  } catch (error) {
    if (reservation) await release(platform.table, reservation)
    return { answer: await unexpected(error, incoming), headers }
  }
}

interface Stage extends Omit<ParsedRequest, 'raw'> {
  readonly signal: AbortSignal
  readonly raw: Awaited<ReturnType<typeof readRawBody>>
  readonly context: RequestContext
  readonly reservation: Reservation | null
}

async function afterLoading(stage: Stage): Promise<Outcome['answer']> {
  const { platform, incoming, context, raw } = stage
  const { client } = context
  if (context.isEnded) return invalidToken
  const refusal = clientRefusal({ client, ip: incoming.ip, nowMs: platform.clock() })
  if (refusal) {
    if (client !== 'own' && client !== null) await countRefusal(platform.table, client)
    return refusal
  }
  const principal = principalOf(context)
  if (isRefusal(principal)) return principal
  const { access } = stage.operation
  const closed = principalRefusal({ principal, access, consentUrl: platform.consentUrl })
  if (closed) return closed
  if (isRefusal(raw)) return raw

  const repeated = await repeatOutcome(stage)
  if (repeated) return repeated
  const acting = await actingApplication(platform.table, principal, {
    access,
    orgId: organizationGiven(access, incoming),
    resourceItems: context.resourceItems,
    entityItem: context.entityItem,
    administration: context.administration,
  })
  const input = await readInput({ ...stage, raw, principal: acting })
  if (isRefusal(input)) return input
  const tooOld = signInRefusal(stage, acting, input)
  if (tooOld) return tooOld
  const answer = await runHandler({ ...stage, raw, principal: acting, ...input })
  const orgIds = organizationsIn(input.grant)
  await noteUse({ table: platform.table, nowMs: platform.clock() }, acting, orgIds)
  if (stage.operation.method !== 'GET' && !isRefusal(answer)) await noteTestActivity(platform, orgIds)
  return answer
}

/** A test organization in which nobody writes is purged some day. */
async function noteTestActivity({ table, clock }: ApiPlatform, orgIds: readonly string[]): Promise<void> {
  if (!orgIds.some(isTwinId)) return
  const { noteActivity } = await import('../store/test-mode.ts')
  await noteActivity(table, orgIds, clock())
}

function signInRefusal({ platform, operation, token }: Stage, principal: Principal, { grant, input }: Authorized) {
  if (!platform.needsRecentSignIn) return null
  const request = { ...grant, body: input.body }
  return inputRefusal({ principal, operation, request, signedInAtSec: token.signedInAtSec, nowMs: platform.clock() })
}

/** The organizations where the caller was granted access. */
function organizationsIn(grant: GrantedAccess): string[] {
  if ('accesses' in grant) return grant.accesses.map(({ orgId }) => orgId)
  if (!('access' in grant)) return []
  return ['place' in grant.access ? grant.access.place.orgId : grant.access.orgId]
}

/** The answer that the Idempotency-Key gives; null when the request is to run. */
async function repeatOutcome({
  platform,
  operation,
  incoming,
  context,
  reservation,
}: Stage): Promise<Outcome['answer'] | null> {
  const key = idempotencyKeyOf(incoming)
  if (key !== null && !idempotencyKeyFits(key))
    return refuse('invalid_input', 'Idempotency-Key must have 1 to 255 characters.')
  if (!context.reservation || reservation || 'mine' in context.reservation) return null
  const { taken, fingerprint } = context.reservation
  const outcome = outcomeOfTaken(taken, fingerprint, platform.clock(), await answerSeal(operation, incoming))
  return isRefusal(outcome) ? outcome : { replayed: outcome }
}

type Authorized = { readonly grant: GrantedAccess; readonly input: Input }

/**
 * Checks the file, then the access, then the other input. The file's rules need nothing else. Where the id of the target
 * cannot be read, the other input comes before the access: its schema reports that.
 */
async function readInput(
  stage: Stage & { raw: Exclude<Stage['raw'], Refusal>; principal: Principal },
): Promise<Authorized | Refusal> {
  const { operation, incoming, raw, validated } = stage
  const { body } = operation
  const file = body?.kind === 'form' ? await formFile(body.file, stage) : undefined
  if (isRefusal(file)) return file
  if (raw.dataFault) return raw.dataFault
  const granted = targetIsReadable(stage) ? await grantOf(stage) : refusalWithoutTarget(callerOf(stage))
  if (isRefusal(granted)) return granted
  const expected = isGuardedByIfMatch(operation) ? expectedVersion(incoming, raw.json) : 'any'
  if (isRefusal(expected)) return expected
  const changed = granted && versionRefusal(granted, expected)
  if (changed) return changed
  if (isRefusal(validated.query)) return validated.query
  if (isRefusal(validated.body)) return validated.body
  const grant = granted ?? (await grantOf(stage))
  if (isRefusal(grant)) return grant
  return { grant, input: { query: validated.query.value, body: validated.body.value, file, expected } }
}

/** Most operations take no file: what receives one is loaded where a form is sent. */
async function formFile(
  rule: FileRule,
  { raw, principal, platform, context }: Stage & { raw: Exclude<Stage['raw'], Refusal>; principal: Principal },
): Promise<ReceivedFile | Refusal> {
  const { receiveFile } = await import('./receive-file.ts')
  return await receiveFile(rule, { raw, uploadItem: context.uploadItem, principal, nowMs: platform.clock() })
}

/**
 * Whether the target, if there is one, has a readable id. The data of a form follows the file, so it is validated as a
 * whole before its target.
 */
function targetIsReadable({ operation, incoming, raw, principal }: Stage & { principal: Principal }): boolean {
  const { access } = operation
  const { to } = access
  if (isNamedInQuery(access)) return isUuid(organizationMeant(principal, access, incoming))
  if (to === 'entity' && operation.body?.kind === 'form') return false
  if (to !== 'entity' && to !== 'entities') return true
  const id = entityIdGiven(operation, incoming, isRefusal(raw) ? null : raw)
  return isUuid(id) || (to === 'entities' && id === undefined)
}

async function grantOf(stage: Stage & { principal: Principal }): Promise<GrantedAccess | Refusal> {
  const { operation, incoming, raw, context, principal, platform } = stage
  return await authorize(callerOf(stage), {
    table: platform.table,
    path: incoming.pathParameters,
    orgId: organizationMeant(principal, operation.access, incoming),
    entityId: entityIdGiven(operation, incoming, isRefusal(raw) ? null : raw),
    entityItem: context.entityItem,
    resourceItems: context.resourceItems,
    preloaded: context.preloaded,
    settings: context.settings,
  })
}

function callerOf({ principal, operation, platform }: Stage & { principal: Principal }): Caller {
  return { principal, access: operation.access, consentUrl: platform.consentUrl }
}
