import { type ErrorCode, errorStatus } from '../errors/error-codes.ts'
import type { Access } from './authorization/access.ts'
import {
  asksForNothing,
  isForApplications,
  isForPeople,
  isPeopleOnly,
  partnerScopeOf,
  permissionsOf,
} from './authorization/principals-of.ts'
import type { FileRule } from './body.ts'
import type { Operation } from './operation.ts'

/** Errors of the token, its client and its address, which come before those of the operation. */
export const authenticationCodes = [
  'unauthenticated',
  'unknown_issuer',
  'invalid_token',
  'unknown_client',
  'api_key_revoked',
  'api_key_expired',
  'partner_app_revoked',
  'rate_limited',
  'ip_not_allowed',
  'no_account',
] as const satisfies ErrorCode[]

const idempotencyCodes = [
  'idempotency_key_reused',
  'idempotency_in_progress',
  'idempotency_outcome_unknown',
] as const satisfies ErrorCode[]

/** Errors that every operation can return. They are documented once for the API. */
export const platformCodes = [
  'internal_error',
  'timeout',
  'payload_too_large',
  'concurrent_update',
  // Of every operation on a test organization that is closed.
  'test_mode_disabled',
] as const satisfies ErrorCode[]

/**
 * Codes that only the pipeline returns. No handler refuses with them, so no operation lists them among its `errors`. Others,
 * such as `forbidden` or `invalid_input`, may come from both.
 */
export const pipelineOnlyCodes: readonly ErrorCode[] = [
  ...authenticationCodes.filter((code) => code !== 'rate_limited'),
  ...idempotencyCodes,
  ...platformCodes.filter((code) => code !== 'test_mode_disabled'),
  'bad_request',
  'precondition_failed',
]

/** Whether the operation changes a resource that its path names, so that `If-Match` guards it. */
export function isGuardedByIfMatch({ method, access, changesItsResource }: Guardable): boolean {
  return 'resource' in access && (changesItsResource === true || ['PATCH', 'PUT', 'DELETE'].includes(method))
}
type Guardable = Pick<Operation, 'method' | 'access' | 'changesItsResource'>

/** Every code that the operation may return, from the pipeline and from its handler, in the catalog's order. */
export function errorCodesOf(operation: Operation): ErrorCode[] {
  const codes = new Set<ErrorCode>(operation.errors)
  for (const code of pipelineCodesOf(operation)) codes.add(code)
  return catalogOrder.filter((code) => codes.has(code))
}

const catalogOrder = Object.keys(errorStatus).filter(isErrorCode)

function isErrorCode(name: string): name is ErrorCode {
  return name in errorStatus
}

/** Signers need none: repeating one of their acts has no second effect. */
export function takesIdempotencyKey({ method, access }: Pick<Operation, 'method' | 'access'>): boolean {
  return method === 'POST' && access.to !== 'link'
}

function pipelineCodesOf(operation: Operation): ErrorCode[] {
  return [
    ...accessCodes(operation.access),
    ...(operation.recentSignIn === undefined ? [] : (['forbidden'] as const)),
    ...inputCodes(operation),
    ...(takesIdempotencyKey(operation) ? (['invalid_input', ...idempotencyCodes] as const) : []),
    ...versionCodes(operation),
  ]
}

function accessCodes(access: Access): ErrorCode[] {
  if (access.to === 'anyone') return []
  if (access.to === 'link') return [...(access.notFound === null ? [] : [access.notFound]), 'internal_error', 'timeout']
  if (isPeopleOnly(access) || isForPeople(access)) return codesForPeople(access)
  const codes: ErrorCode[] = [...authenticationCodes, 'internal_error', 'timeout']
  const kept = isForApplications(access)
  if (kept) codes.push('partner_app_only', 'machine_credentials_required')
  if (!kept || access.to !== 'principal') codes.push('consent_required')
  if (!asksForNothing(access) || partnerScopeOf(access) !== null) codes.push('insufficient_scope')
  if (canBeForbidden(access)) codes.push('forbidden')
  if (access.to === 'principal') return codes
  if (access.to === 'organization') return [...codes, 'organization_not_found']
  if (access.to === 'node') return [...codes, access.resource.notFound]
  if (access.to === 'organizationResource') return [...codes, 'organization_not_found', access.resource.notFound]
  if (access.feature !== null) codes.push('feature_disabled')
  if (access.to !== 'resource') return [...codes, 'entity_not_found', 'invalid_node_path']
  codes.push(access.resource.notFound)
  if (access.testOnly) codes.push('test_mode_disabled')
  return codes
}

/** `humans_only` refuses applications before their consent is checked. People who may not manage a resource get a 404. */
function codesForPeople(access: Access): ErrorCode[] {
  const codes: ErrorCode[] = [...authenticationCodes, 'humans_only', 'internal_error', 'timeout']
  if (!isPeopleOnly(access)) return codes
  return [
    ...codes,
    'organization_not_found',
    access.to === 'peopleOnlyResource' ? access.resource.notFound : 'forbidden',
  ]
}

/** Everybody who sees a resource may read it, and others get a 404. So reading is never `forbidden`. */
function canBeForbidden(access: Access): boolean {
  if (access.to === 'resource') return access.permission !== access.resource.visibleWith
  if (access.to === 'node') return access.permission !== null && access.permission !== access.resource.visibleWith
  return permissionsOf(access).length > 0
}

function inputCodes({ body, query }: Operation): ErrorCode[] {
  const codes: ErrorCode[] = []
  if (query) codes.push('invalid_request')
  if (body) codes.push('bad_request', 'payload_too_large')
  if (body?.schema) codes.push('invalid_request')
  if (body?.kind === 'form') codes.push(...fileCodes(body.file), 'invalid_input')
  return codes
}

function fileCodes({ missing, tooLarge, unreadable, alsoRefused = [] }: FileRule): ErrorCode[] {
  return [missing, tooLarge, unreadable, ...alsoRefused]
}

function versionCodes(operation: Operation): ErrorCode[] {
  if (isGuardedByIfMatch(operation)) return ['precondition_failed', 'concurrent_update', 'invalid_input']
  const { method, access } = operation
  const changes = 'resource' in access || access.to === 'link'
  return method === 'POST' && changes ? ['concurrent_update'] : []
}
