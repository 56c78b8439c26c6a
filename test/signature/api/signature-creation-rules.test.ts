import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSignatureRequest } from '../../../functions/signature/api/create-signature-request.ts'
import { makeApiKey } from '../../../infra/local/tenant.ts'
import { sealPdf } from '../../../shared/pdf/seal.ts'
import { call } from '../../support/client.ts'
import { localSealSigner } from '../../support/documents/seal-signer.ts'
import { originalsOf } from '../../support/inspection.ts'
import { codeOf, contract, type Draft, draftFor, pathOf, post, signer, type Upload } from '../../support/signature.ts'
import { personOf, type TenantOptions, table, tenant, tokenFor } from '../../support/tenant.ts'

type Settings = NonNullable<NonNullable<TenantOptions['entity']>['signature']>

/** A rule of a creation, and what breaks it: what the draft, its file, the entity or the organization has to be. */
interface Rule {
  readonly code: string
  readonly status: number
  readonly details?: Record<string, unknown>
  readonly draft?: Draft
  /** Beside a signer with whom nothing is wrong. */
  readonly signers?: readonly Draft[]
  readonly upload?: Upload | (() => Promise<Upload>)
  readonly settings?: Settings
  readonly featuresOff?: NonNullable<TenantOptions['entity']>['featuresOff']
  readonly options?: TenantOptions
}

let signed: Promise<Uint8Array> | undefined

/** The contract, sealed by somebody else before. */
function signedContract(): Promise<Uint8Array> {
  signed ??= contract().then(async (bytes) => {
    const sealer = await localSealSigner()
    const seal = { signer: sealer, reason: 'Signed before', signedAt: new Date(), timestampAuthority: null }
    return (await sealPdf(bytes, { ...seal, name: 'Somebody else' })).bytes
  })
  return signed
}

const field = { type: 'signature', page: 1, x: 10, y: 10, width: 100, height: 40 }
const mentionId = '0190b3d2-7c1e-7a31-9f10-5b1de7000009'

/** Every rule of a creation, in the order in which they win. */
const rules: readonly Rule[] = [
  { code: 'file_required', status: 422, upload: { file: null } },
  {
    code: 'invalid_pdf',
    status: 422,
    upload: { file: Buffer.from('no PDF at all') },
    details: { reason: 'not_a_pdf' },
  },
  { code: 'bad_request', status: 400, upload: { data: '{"title": ' } },
  {
    code: 'invalid_request',
    status: 422,
    draft: { title: 5 },
    details: { issues: [{ code: 'string', path: ['title'], message: expect.any(String) }] },
  },
  {
    code: 'invalid_request',
    status: 422,
    draft: { frameOrigins: ['https://app.example.com/path'] },
    details: { issues: [{ code: 'check', path: ['frameOrigins', 0], message: expect.stringContaining('origin') }] },
  },
  {
    code: 'invalid_request',
    status: 422,
    // What ends a directive of the page's policy could have browsers report its address, which signs.
    draft: { frameOrigins: ['https://a;report-uri', 'https://*'] },
    details: {
      issues: [
        { code: 'check', path: ['frameOrigins', 0], message: expect.stringContaining('origin') },
        { code: 'check', path: ['frameOrigins', 1], message: expect.stringContaining('origin') },
      ],
    },
  },
  { code: 'entity_not_found', status: 404, draft: { entityId: randomUUID() } },
  {
    code: 'feature_disabled',
    status: 403,
    featuresOff: ['signature'],
    details: { feature: 'signature', entityId: expect.any(String) },
  },
  { code: 'forbidden', status: 403, options: { role: 'viewer' } },
  {
    code: 'document_already_signed',
    status: 422,
    upload: async () => ({ file: await signedContract() }),
    details: { documentId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  },
  { code: 'signers_required', status: 422, draft: { signers: [] } },
  {
    code: 'duplicate_signer_email',
    status: 422,
    signers: [signer('', { email: 'Twice@Example.com' }), signer('', { email: 'twice@example.com' })],
    details: { email: 'twice@example.com' },
  },
  { code: 'invalid_contact', status: 422, signers: [signer('', { contactId: randomUUID() })] },
  {
    code: 'invalid_input',
    status: 422,
    signers: [signer('', { order: 2 })],
    details: { signerIndex: expect.any(Number), field: 'order' },
  },
  {
    code: 'invalid_input',
    status: 422,
    signers: [signer('', { fields: [{ ...field, page: 4 }] })],
    details: { signerIndex: expect.any(Number), fieldIndex: 0 },
  },
  { code: 'invalid_expiration', status: 422, draft: { expiresInDays: 0 } },
  {
    code: 'expiry_too_long',
    status: 422,
    draft: { expiresInDays: 11 },
    settings: { maxExpiryDays: 10, defaultExpiryDays: 10 },
    details: { maxDays: 10 },
  },
  {
    code: 'eidas_level_not_allowed',
    status: 422,
    draft: { eidasLevel: 'aes' },
    settings: { allowedLevels: ['ses'] },
  },
  {
    code: 'signature_vendor_missing',
    status: 409,
    draft: { vendor: undefined },
    settings: { allowedVendors: [] },
  },
  {
    code: 'vendor_not_allowed',
    status: 422,
    draft: { vendor: 'simulated' },
    settings: { allowedVendors: ['docusign'] },
  },
  { code: 'vendor_unavailable', status: 422, draft: { vendor: 'docusign' } },
  { code: 'vendor_unsupported_level', status: 422, draft: { eidasLevel: 'qes' } },
  {
    code: 'auth_method_not_allowed',
    status: 422,
    signers: [signer('', { authMethod: 'email_otp' })],
    settings: { allowedAuthMethods: ['none', 'sms_otp'] },
    details: { signerIndex: expect.any(Number) },
  },
  {
    code: 'signer_phone_required',
    status: 422,
    signers: [signer('', { authMethod: 'sms_otp', phone: '12' })],
    details: { signerIndex: expect.any(Number) },
  },
  ...(['+33899123456', '+33142685300', '+12025550123', '+881612345678'] as const).map((phone) => ({
    code: 'signer_phone_required' as const,
    status: 422,
    signers: [signer('', { authMethod: 'sms_otp', phone })],
    details: {
      signerIndex: expect.any(Number),
      reason: phone.startsWith('+33') ? 'not_mobile' : 'country_not_allowed',
    },
  })),
  {
    code: 'signing_order_not_allowed',
    status: 422,
    draft: { signingOrder: 'sequential' },
    settings: { sequentialAllowed: false },
  },
  { code: 'external_signers_not_allowed', status: 422, settings: { externalSignersAllowed: false } },
  {
    code: 'notary_not_allowed',
    status: 422,
    draft: { notaries: [{ firstName: 'N', lastName: 'O', email: 'notary@example.com' }] },
  },
  {
    code: 'handwritten_mention_requires_agency',
    status: 422,
    signers: [
      signer('', { fields: [{ ...field, id: mentionId, type: 'handwritten_mention', mentionText: 'Lu et approuvé' }] }),
    ],
    details: { fieldIds: [mentionId] },
  },
  {
    code: 'quota_exceeded',
    status: 403,
    options: { signatureRequestLimit: 0 },
    details: { metric: 'signature_requests', limit: 0, used: 0, remaining: 0, scope: 'organization' },
  },
  {
    code: 'vendor_error',
    status: 409,
    signers: [signer('+vendor-error')],
    details: { vendor: 'simulated', retryable: false },
  },
]

interface Creation {
  readonly draft: Draft
  readonly upload: Upload
  readonly options: TenantOptions
}

/** A creation that breaks these rules. Where two want the same thing to be different, the earlier rule has its way. */
async function creationBreaking(broken: readonly Rule[]): Promise<Creation> {
  const latestFirst = broken.toReversed()
  const merged = <T extends object>(part: (rule: Rule) => T | undefined) =>
    Object.assign({}, ...latestFirst.map(part)) as Partial<T>
  const signers = [signer(), ...latestFirst.flatMap((rule) => rule.signers ?? [])]
  const uploads = await Promise.all(
    latestFirst.map(({ upload }) => (typeof upload === 'function' ? upload() : (upload ?? {}))),
  )
  const featuresOff = broken.flatMap((rule) => rule.featuresOff ?? [])
  return {
    draft: { signers, ...merged((rule) => rule.draft) },
    upload: Object.assign({}, ...uploads),
    options: { ...merged((rule) => rule.options), entity: { featuresOff, signature: merged((rule) => rule.settings) } },
  }
}

async function answerTo({ draft, upload, options }: Creation) {
  const of = await tenant(options)
  const answer = await post(of, draftFor(of, draft), upload)
  expect(await originalsOf(of.org.id), 'a refused creation leaves no document').toEqual([])
  return answer
}

describe.concurrent('a creation that breaks one rule', () => {
  it.for(rules)('is refused as $code', async (rule) => {
    const answer = await answerTo(await creationBreaking([rule]))
    expect(answer, answer.text).toMatchObject({ status: rule.status, body: { error: { code: rule.code } } })
    if (rule.details) expect(answer.body.error.details).toMatchObject(rule.details)
  })

  it('is refused by one of the codes that the operation declares', () => {
    const declared: readonly string[] = createSignatureRequest.errors
    // Those of budgets: email-budgets.test.ts, test-email-cap.test.ts.
    const met: readonly string[] = [...rules.map(({ code }) => code), 'rate_limited', 'test_mode_daily_email_cap']
    expect(declared.filter((code) => !met.includes(code))).toEqual([])
  })
})

describe.concurrent('a creation that breaks a rule and every later one', () => {
  it.for(rules.map((rule, index) => ({ code: rule.code, broken: rules.slice(index) })))(
    'is refused as $code first',
    async ({ code, broken }) => {
      expect(codeOf(await answerTo(await creationBreaking(broken)))).toBe(code)
    },
  )
})

describe.concurrent('a creation that breaks two rules next to each other', () => {
  const pairs = rules.slice(1).map((later, index) => ({ earlier: rules[index] ?? later, later }))
  it.for(pairs)('is refused as $earlier.code before $later.code', async ({ earlier, later }) => {
    expect(codeOf(await answerTo(await creationBreaking([earlier, later])))).toBe(earlier.code)
  })
})

describe.concurrent('single rules in more detail', () => {
  it.for([1.5, '7', -1, true, [3], {}])('expiresInDays %j is invalid_expiration', async (expiresInDays) => {
    const of = await tenant()
    expect(codeOf(await post(of, draftFor(of, { expiresInDays })))).toBe('invalid_expiration')
  })

  it.for([
    ['ids of two signers are the same', [signer('', { id: mentionId }), signer('', { id: mentionId.toUpperCase() })]],
    ['a phone is no phone', [signer('', { phone: 'abc' })]],
    ['a field is wider than the page', [signer('', { fields: [{ ...field, width: 900 }] })]],
    ['a field is below the page', [signer('', { fields: [{ ...field, y: 830 }] })]],
  ] as const)('%s: invalid_input', async ([, signers]) => {
    const of = await tenant()
    expect(codeOf(await post(of, draftFor(of, { signers })))).toBe('invalid_input')
  })

  it.for([
    ['aes', 'none'],
    ['aes', 'email_otp'],
    ['qes', 'sms_otp'],
  ] as const)('the level %s is not reached by %s', async ([eidasLevel, authMethod]) => {
    const of = await tenant()
    const answer = await post(of, draftFor(of, { eidasLevel, signers: [signer('', { authMethod })] }))
    // No vendor of a test organization signs at qes, which is told first.
    expect(codeOf(answer)).toBe(eidasLevel === 'qes' ? 'vendor_unsupported_level' : 'auth_method_not_allowed')
  })

  it('a live organization sends with the built-in vendor, and nothing is simulated in it', async () => {
    const of = await tenant({ livemode: true })
    expect((await post(of, draftFor(of))).body).toMatchObject({ vendor: 'native' })
    expect(codeOf(await post(of, draftFor(of, { vendor: 'simulated' })))).toBe('vendor_unavailable')
  })

  it('the built-in vendor signs at the level ses, by a link or with a code', async () => {
    const of = await tenant()
    const native = (more: object) => post(of, draftFor(of, { vendor: 'native', ...more }))
    expect(codeOf(await native({ eidasLevel: 'qes' }))).toBe('vendor_unsupported_level')
    const byVendor = [signer('', { authMethod: 'vendor_identity' })]
    expect(codeOf(await native({ signers: byVendor }))).toBe('auth_method_not_allowed')
    for (const authMethod of ['none', 'email_otp', 'sms_otp'])
      expect((await native({ signers: [signer('', { authMethod, phone: '+33612345678' })] })).status).toBe(201)
  })

  it('who is not written to cannot sign by a link alone, which only the sender could hand them', async () => {
    const of = await tenant()
    const native = (authMethod: string) =>
      post(of, draftFor(of, { vendor: 'native', deliveryMode: 'none', signers: [signer('', { authMethod })] }))
    expect(await native('none')).toMatchObject({
      status: 422,
      body: { error: { code: 'auth_method_not_allowed', details: { signerIndex: 0 } } },
    })
    expect((await native('email_otp')).status).toBe(201)
  })

  it('members may sign where outsiders may not', async () => {
    const of = await tenant({ entity: { signature: { externalSignersAllowed: false } } })
    const { account } = await personOf(of, 'member')
    const email = account.email?.toUpperCase()
    const created = await post(of, draftFor(of, { signers: [signer('', { email })] }))
    expect(created, created.text).toMatchObject({ status: 201, body: { signers: [{ external: false, email }] } })
  })

  it('members are told from outsiders in the first request to an entity and in those that follow', async () => {
    const of = await tenant()
    const { account } = await personOf(of, 'member')
    const insider = signer('', { email: account.email?.toUpperCase() })
    for (const signers of [[insider, signer('+out')], [signer('+out')], [signer('+out'), insider], [insider]]) {
      const { status, body } = await post(of, draftFor(of, { signers }))
      expect(status).toBe(201)
      expect(body.signers.map(({ external }: { external: boolean }) => external)).toEqual(
        signers.map((each) => each !== insider),
      )
    }
  })

  it('fields over text are taken with a warning, which a PATCH of the fields looks for again', async () => {
    const of = await tenant()
    const over = { ...field, x: 60, y: 100, width: 200 }
    const beside = { ...field, x: 60, y: 720, width: 200 }
    const draft = draftFor(of, { draft: true, signers: [signer('', { fields: [beside, over] })] })
    const { body } = await post(of, draft)
    const [{ id: signerId, fields }] = body.signers
    const warning = {
      kind: 'field_covers_text',
      message: expect.stringContaining('page 1'),
      documentId: body.document.id,
      page: 1,
      signerId,
      fieldId: fields[1].id,
    }
    expect(body.warnings).toEqual([warning])
    const patched = async (json: Draft) =>
      (await call('PATCH', pathOf(body.id), { token: of.token, json })).body.warnings
    expect(await patched({ title: 'Other' })).toEqual([])
    expect(await patched({ signers: body.signers })).toEqual([warning])
    expect(await patched({ signers: [signer('', { fields: [beside] })] })).toEqual([])
    expect((await call('GET', pathOf(body.id), { token: of.token })).body).not.toHaveProperty('warnings')
  })

  it('a group or an organization is no entity', async () => {
    const of = await tenant()
    expect(codeOf(await post(of, draftFor(of, { entityId: of.org.id })))).toBe('invalid_node_path')
  })

  it('an entity of somebody else does not exist', async () => {
    const [of, other] = await Promise.all([tenant(), tenant()])
    expect(codeOf(await post(of, draftFor(of, { entityId: other.entity.id })))).toBe('entity_not_found')
  })

  it('a key of one entity sends for that entity alone', async () => {
    const of = await tenant()
    const key = await makeApiKey(table(), { role: 'member', node: of.entity })
    const token = await tokenFor(key)
    expect((await post({ ...of, token }, draftFor(of))).status).toBe(201)
  })
})
