import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { ownAudience } from '../../infra/constructs/issuer.ts'
import type { ErrorCode } from '../../shared/errors/error-codes.ts'
import {
  isForApplications,
  isForPeople,
  isNamedInQuery,
  isPeopleOnly,
  permissionsOf,
} from '../../shared/http/authorization/principals-of.ts'
import { errorCodesOf, isGuardedByIfMatch } from '../../shared/http/error-codes-of.ts'
import type { Operation } from '../../shared/http/operation.ts'
import { fingerprintOf, reserve } from '../../shared/store/idempotency.ts'
import { type Answer, type CallOptions, call } from '../support/client.ts'
import { guardedOperations, pathOf } from '../support/operations.ts'
import { expectRefused } from '../support/refused.ts'
import {
  type Dependencies,
  namedAt,
  refusingDependencies,
  type TestResources,
} from '../support/refusing-dependencies.ts'
import { table } from '../support/tenant.ts'
import { fileRuleOf, formFor, ownDataOf, takesNoData, wrongFileOf } from '../support/usual-form.ts'

let dependencies: Dependencies

beforeAll(async () => {
  dependencies = await refusingDependencies()
})

/** A call that its operation's pipeline lets pass as far as the thing under test. */
interface Sent extends CallOptions {
  readonly query?: Record<string, string>
  readonly path?: string
}

async function send(operation: Operation, place: TestResources, sent: Sent = {}): Promise<Answer> {
  const { query, path, ...options } = sent
  const search = new URLSearchParams({ ...namedInQuery(operation, place), ...query }).toString()
  const at = path ?? pathOf(operation, namedAt(place))
  const body = 'json' in options || options.body !== undefined ? {} : await usualBody(operation, place)
  return await call(operation.method, search ? `${at}?${search}` : at, {
    token: tokenFor(operation, place),
    ...body,
    ...options,
  })
}

function tokenFor({ access }: Operation, place: TestResources): string {
  if (isForPeople(access)) return place.personToken
  return isForApplications(access) ? place.partnerToken : place.token
}

function namedInQuery(operation: Operation, { orgId, entityId }: TestResources): Record<string, string> {
  if (isNamedInQuery(operation.access)) return takesEntity(operation) ? { orgId, entityId } : { orgId }
  return needsEntity(operation, 'query') ? { entityId } : {}
}

/** Whether it may be asked for one entity of its organization. */
function takesEntity(operation: Operation): boolean {
  return errorCodesOf(operation).includes('entity_not_found')
}

function needsEntity(operation: Operation, where: 'query' | 'body'): boolean {
  const { access } = operation
  // What somebody makes of their own may be about an entity.
  if (access.to === 'principal') return where === 'body' && takesEntity(operation)
  if (access.to === 'entities') return where === 'query'
  return access.to === 'entity' && access.named === where
}

async function usualBody(operation: Operation, { entityId }: TestResources): Promise<CallOptions> {
  // The data of a form is read as a whole before the entity that it names, so it has to be right.
  const data = needsEntity(operation, 'body') ? { entityId, title: 'A contract' } : {}
  if (operation.body?.kind === 'json') return { json: data }
  return operation.body?.kind === 'form' ? { body: await formFor(operation, { ...data, ...ownDataOf(operation) }) } : {}
}

/** Parameters that the query of an operation does not take. */
const wrongQueries: Record<string, Record<string, string>> = {
  getSignatureDocument: { variant: 'other' },
  listSignatureRequests: { status: 'other' },
  getSignatureOptions: { entityId: 'no-uuid' },
  listContacts: { kind: 'other' },
  listContactTags: { entityId: 'no-uuid' },
  exportContacts: { kind: 'other' },
  getContactOptions: { entityId: 'no-uuid' },
  findDuplicateContacts: { entityId: 'no-uuid' },
  listRegisteredMails: { status: 'other' },
  getRegisteredMailOptions: { entityId: 'no-uuid' },
  listSenderAccounts: { entityId: 'no-uuid' },
  listTasks: { status: 'other' },
  listTaskOccurrences: { from: 'yesterday' },
  getTaskOptions: { entityId: 'no-uuid' },
  listNodes: { type: 'other' },
  getSimulatedClock: { orgId: 'no-uuid' },
  listMembers: { status: 'other' },
  listAuditLog: { from: 'yesterday' },
  listEvents: { from: 'yesterday' },
  listDeliveries: { status: 'other' },
  getConsentRequest: { orgId: 'no-uuid' },
  listProvisionedOrganizations: { externalId: 'x'.repeat(256) },
  listProvisionedNodes: { externalId: 'x'.repeat(256) },
  findProvisionedUser: { externalId: 'x'.repeat(256) },
  listOwnDeliveries: { status: 'other' },
}

const declaring = (code: ErrorCode) => guardedOperations.filter((operation) => errorCodesOf(operation).includes(code))
const posts = guardedOperations.filter(({ method }) => method === 'POST')
const guarded = guardedOperations.filter(isGuardedByIfMatch)

describe('the token may be used, and the operation still refuses', () => {
  test.each(declaring('insufficient_scope'))(
    '$id: a partner application has no scope for it: insufficient_scope',
    async (operation) => {
      expectRefused(await send(operation, dependencies.ofPartner), 'insufficient_scope')
    },
  )

  /** What a principal asks of itself needs none. Connections of an organization are hidden from people who may not manage them. */
  const byPermission = ({ access }: Operation) => permissionsOf(access).length > 0 && access.to !== 'peopleOnlyResource'

  test.each(declaring('forbidden').filter(byPermission))(
    '$id: a role without the permission: forbidden',
    async (operation) => {
      const { ofNobody, ofReader } = dependencies
      const readers = {
        'signature.read': ofNobody,
        'contacts.read': ofNobody,
        'members.read': ofReader,
        'registered_mail.read': ofNobody,
      }
      const [needed, ...others] = permissionsOf(operation.access)
      const byOne = Object.entries(readers).find(([permission]) => permission === needed)?.[1] ?? dependencies.ofViewer
      const ofOthers = operation.access.to === 'resource' && operation.access.onOthers === 'tasks.manage'
      const place = ofOthers ? dependencies.ofTaskUser : others.length > 0 ? dependencies.ofClerk : byOne
      expectRefused(await send(operation, place), 'forbidden')
    },
  )

  test.each(declaring('feature_disabled'))(
    '$id: the feature is off for the entity: feature_disabled',
    async (operation) => {
      const answer = await send(operation, dependencies.featureless)
      expectRefused(answer, 'feature_disabled')
      const feature = 'feature' in operation.access ? operation.access.feature : null
      expect(answer.body.error.details).toEqual({ feature, entityId: dependencies.featureless.entityId })
    },
  )

  const simulating = guardedOperations.filter(({ access }) => access.to === 'resource' && access.testOnly)
  test.each(simulating)('$id: a live organization: test_mode_disabled', async (operation) => {
    expectRefused(await send(operation, dependencies.live), 'test_mode_disabled')
  })
})

/** Longer than a key of the table may be. */
const endless = 'x'.repeat(3_000)

describe('what is named is not there', () => {
  const onResources = guardedOperations.filter(({ access }) => access.to === 'resource')

  test.each(onResources)('$id: an unknown id, a malformed one and a foreign one answer alike', async (operation) => {
    const { requestId, contactId, taskId, mailId, senderAccountId } = dependencies.live
    const ofOthers = { requestId, contactId, taskId, mailId, senderAccountId }
    const foreign = await send(operation, { ...dependencies.open, ...ofOthers })
    const all = (id: string) => ({ requestId: id, contactId: id, taskId: id, mailId: id, senderAccountId: id })
    const named = (id: string) => send(operation, { ...dependencies.open, ...all(id) })
    const [unknown, malformed, long] = [await named(randomUUID()), await named('no-uuid'), await named(endless)]
    const { access } = operation
    expectRefused(unknown, access.to === 'resource' ? access.resource.notFound : 'not_found')
    expect([malformed.text, long.text, foreign.text]).toEqual([unknown.text, unknown.text, unknown.text])
  })

  const inTrees = guardedOperations.filter(
    ({ access }) =>
      (['organization', 'node', 'organizationResource'].includes(access.to) || isPeopleOnly(access)) &&
      !isNamedInQuery(access),
  )

  const inQueries = guardedOperations.filter(({ access }) => isNamedInQuery(access))

  test.each(inQueries)('$id: an unknown organization and a foreign one answer alike', async (operation) => {
    const unknown = await send(operation, { ...dependencies.open, orgId: randomUUID() })
    expectRefused(unknown, 'organization_not_found')
    const foreign = await send(operation, { ...dependencies.open, orgId: dependencies.live.orgId })
    expect(foreign.text).toBe(unknown.text)
    expectRefused(await send(operation, { ...dependencies.open, orgId: 'no-uuid' }), 'invalid_request')
  })

  test.each(inTrees)('$id: an unknown place, a malformed one and a foreign one answer alike', async (operation) => {
    const { access } = operation
    const code = access.to === 'node' ? access.resource.notFound : 'organization_not_found'
    const foreign = await send(operation, { ...dependencies.live, token: dependencies.open.token })
    const places = [randomUUID(), 'no-uuid', endless].map((id) => ({
      ...dependencies.open,
      orgId: id,
      nodeId: id,
      membershipId: id,
    }))
    const answers = await Promise.all(places.map((place) => send(operation, place)))
    for (const answer of answers) expectRefused(answer, code)
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    // Of an organization that a partner names itself it is told that it has to be asked.
    if (isForApplications(access) && operation.path.includes('{orgId}')) expectRefused(foreign, 'consent_required')
    else expect(foreign.text).toEqual(answers[0]?.text)
  })

  test.each(declaring('entity_not_found'))(
    '$id: an unknown entity and a foreign one answer alike',
    async (operation) => {
      const unknown = await send(operation, { ...dependencies.open, entityId: randomUUID() })
      expectRefused(unknown, 'entity_not_found')
      const foreign = await send(operation, { ...dependencies.open, entityId: dependencies.live.entityId })
      expect(foreign.text).toBe(unknown.text)
    },
  )

  test.each(declaring('entity_not_found').filter((operation) => errorCodesOf(operation).includes('invalid_node_path')))(
    '$id: the organization is no entity: invalid_node_path',
    async (operation) => {
      expectRefused(
        await send(operation, { ...dependencies.open, entityId: dependencies.home.org.id }),
        'invalid_node_path',
      )
    },
  )
})

describe('what is sent cannot be taken', () => {
  const withBody = guardedOperations.filter(({ body }) => body !== undefined)

  test.each(withBody)('$id: a body that is no JSON, or of another type: bad_request', async (operation) => {
    const unparsable = await send(operation, dependencies.open, {
      body: '{',
      headers: { 'Content-Type': 'application/json' },
    })
    expectRefused(unparsable, 'bad_request')
    expectRefused(
      await send(operation, dependencies.open, { body: '{}', headers: { 'Content-Type': 'text/plain' } }),
      'bad_request',
    )
  })

  test.each(declaring('invalid_request'))('$id: what its schema does not take: invalid_request', async (operation) => {
    const query = wrongQueries[operation.id]
    const body =
      operation.body?.kind === 'form'
        ? { body: await formFor(operation, takesNoData(operation) ? 5 : {}) }
        : operation.body
          ? { json: 5 }
          : {}
    const answer = await send(operation, dependencies.open, { ...(query ? { query } : body) })
    expectRefused(answer, 'invalid_request')
    for (const issue of answer.body.error.details.issues)
      expect(issue).toEqual({
        code: expect.stringMatching(/^[a-z_]+$/),
        path: expect.any(Array),
        message: expect.any(String),
      })
  })

  test.each(guarded)('$id: an If-Match that is no ETag: invalid_input', async (operation) => {
    expectRefused(await send(operation, dependencies.open, { headers: { 'If-Match': '3' } }), 'invalid_input')
  })

  test.each(guarded)('$id: the ETag of another version: precondition_failed', async (operation) => {
    expectRefused(
      await send(operation, dependencies.open, { headers: { 'If-Match': 'W/"999"' } }),
      'precondition_failed',
    )
  })

  const forms = guardedOperations.flatMap((operation) => {
    const rule = fileRuleOf(operation)
    return rule ? [{ id: operation.id, operation, rule }] : []
  })

  test.each(forms)('$id: a form without a file, and with one that cannot be read', async ({ operation, rule }) => {
    const wrong = wrongFileOf(operation)
    const without = await send(operation, dependencies.open, { body: await formFor(operation, {}, null) })
    expectRefused(without, rule.missing)
    expectRefused(
      await send(operation, dependencies.open, { body: await formFor(operation, {}, wrong) }),
      rule.unreadable,
    )
  })
})

describe('an Idempotency-Key that another request has', () => {
  /** Puts a key into the state in which another request of the same key left it. */
  async function keyTaken(operation: Operation, left: { agoMs: number; byOther?: boolean }) {
    const key = randomUUID()
    const { clientId } = dependencies.home.key
    const { firstPartyClientId } = ownAudience
    const path = pathOf(operation, namedAt(dependencies.open))
    const { body, json } = await usualBody(operation, dependencies.open)
    const bytes = body ? null : Buffer.from(json === undefined ? '' : JSON.stringify(json))
    const fingerprint = fingerprintOf(operation.method, left.byOther ? '/v1/other' : path, bytes)
    const machine = isForApplications(operation.access) ? dependencies.partnerId : clientId
    const isOfPerson = isForPeople(operation.access)
    const principalId = isOfPerson ? `${firstPartyClientId}#${dependencies.accountId}` : `${machine}#${machine}`
    await reserve(table(), { principalId, key, arrivalId: randomUUID(), fingerprint }, Date.now() - left.agoMs)
    return { path, headers: { 'Idempotency-Key': key } }
  }

  test.each(posts)('$id: for something else: idempotency_key_reused', async (operation) => {
    const taken = await keyTaken(operation, { agoMs: 0, byOther: true })
    expectRefused(await send(operation, dependencies.open, taken), 'idempotency_key_reused')
  })

  test.each(posts)('$id: and is still running: idempotency_in_progress', async (operation) => {
    const answer = await send(operation, dependencies.open, await keyTaken(operation, { agoMs: 5_000 }))
    expectRefused(answer, 'idempotency_in_progress')
    expect(answer.headers.get('retry-after')).toBe('1')
  })

  test.each(posts)('$id: and never ended: idempotency_outcome_unknown', async (operation) => {
    const taken = await keyTaken(operation, { agoMs: 60_000 })
    expectRefused(await send(operation, dependencies.open, taken), 'idempotency_outcome_unknown')
  })

  test.each(posts)('$id: a key of no or of 256 characters: invalid_input', async (operation) => {
    for (const key of ['', 'k'.repeat(256)])
      expectRefused(await send(operation, dependencies.open, { headers: { 'Idempotency-Key': key } }), 'invalid_input')
  })
})
