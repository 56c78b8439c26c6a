import { randomUUID } from 'node:crypto'
import { sha256Of } from '../../../shared/store/documents.ts'
import type { Ask, Scenario, Scenarios } from '../../matrices/scenarios/scenario.ts'
import { agencyRequest, agencySigner, draw, drawingForm, drawingPath, mentionOf } from '../../support/agency.ts'
import { type Answer, type CallOptions, demand } from '../../support/client.ts'
import { contactOf } from '../../support/contacts.ts'
import { sealedFor } from '../../support/documents/sealed-for.ts'
import {
  act,
  alter,
  archivedNow,
  asked,
  contract,
  create,
  type Draft,
  draftFor,
  pathOf,
  read,
  signer,
  uploadOf,
  verification,
  verifyPath,
} from '../../support/signature.ts'
import { taskOf } from '../../support/tasks.ts'
import type { Tenant } from '../../support/tenant.ts'

const field = { type: 'signature', page: 1, x: 100, y: 600, width: 180, height: 50 }
const withField = () => signer('', { fields: [field] })

/** A creation as a form, whose file is a contract of three pages. */
export function creation(more: Draft): Scenario {
  return async (of) => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(await contract())], { type: 'application/pdf' }), 'a.pdf')
    form.set('data', JSON.stringify(draftFor(of, more)))
    return { path: '/v1/signature-requests', options: { token: of.token, body: form } }
  }
}

/** What is left out of the signer, their contact tells. */
async function toContact(of: Tenant): Promise<Ask> {
  const { id: contactId } = await contactOf(of, { email: 'claire.martin@example.com' })
  return await creation({ signers: [{ contactId }] })(of)
}

async function creationFromUpload(of: Tenant): Promise<Ask> {
  const uploadId = await uploadOf(of, await contract())
  return { path: '/v1/signature-requests', options: { token: of.token, json: { ...draftFor(of), uploadId } } }
}

/** Something that is done to a request that exists. */
function onRequest(more: Draft, ask: (request: Answer['body']) => { path?: string; json?: unknown }): Scenario {
  return async (of) => {
    const request = await create(of, more)
    const { path = '', json } = ask(request)
    return { path: pathOf(request.id) + path, options: { token: of.token, ...(json === undefined ? {} : { json }) } }
  }
}

async function linkedByTask(of: Tenant): Promise<Ask> {
  const { id } = await create(of, { draft: true })
  await taskOf(of, { links: [{ type: 'signature_request', id }] })
  return { path: pathOf(id), options: { token: of.token } }
}

/** Something that is done to the first signer of a request, who was asked. */
function onSigner(more: Draft, ask: (request: Answer['body']) => { path?: string; json?: unknown }): Scenario {
  return async (of) => {
    const { id } = await create(of, more)
    await alter(id, asked)
    const request = await read(of, id)
    const { path = '', json } = ask(request)
    const at = `${pathOf(id)}/signers/${request.signers[0].id}${path}`
    return { path: at, options: { token: of.token, ...(json === undefined ? {} : { json }) } }
  }
}

/** Something that is done to the drawing of a mention. */
function onMention(prepare: (of: Tenant, request: Answer['body']) => Promise<CallOptions>): Scenario {
  return async (of) => {
    const request = await agencyRequest(of)
    const options = await prepare(of, request)
    return { path: drawingPath(request, mentionOf(request).id), options: { token: of.token, ...options } }
  }
}

function played(action: string, signers: readonly Draft[] = [signer()], more: Draft = {}): Scenario {
  return async (of) => {
    const request = await create(of, { signers, ...more })
    const path = `/v1/test/signature-requests/${request.id}/signers/${request.signers[0].id}/actions`
    return { path, options: { token: of.token, json: { action } } }
  }
}

/** The seal of a completed request has failed for good, and a person asks for it again. */
async function reseal(of: Tenant): Promise<Ask> {
  const request = await create(of)
  await act(of, request, 0, 'sign')
  await alter(request.id, ({ document }) => ({ document: { ...document, sealStatus: 'failed', sealFailures: 6 } }))
  return { path: `${pathOf(request.id)}/reseal`, options: { token: of.token } }
}

async function restoring(of: Tenant): Promise<Ask> {
  const { id } = await create(of)
  await alter(id, archivedNow)
  return { path: `${pathOf(id)}/document/restore`, options: { token: of.token } }
}

const reading = (path: string) => onRequest({ signers: [withField()] }, () => ({ path }))

async function listing(of: Tenant): Promise<Ask> {
  for (const _ of [1, 2, 3]) await create(of)
  return { path: `/v1/signature-requests?entityId=${of.entity.id}`, options: { token: of.token } }
}

/** The seal names its request, which is then read. */
async function verifyingSealed(of: Tenant): Promise<Ask> {
  const { id } = await create(of)
  const pdf = await sealedFor(id)
  await alter(id, ({ document, updatedAt }) => ({
    document: {
      ...document,
      signed: { sha256: sha256Of(pdf), size: pdf.length, availableAt: updatedAt, renewals: [] },
    },
  }))
  return verification(of, pdf)
}

async function verifyingUpload(of: Tenant): Promise<Ask> {
  const uploadId = await uploadOf(of, await contract())
  return { path: verifyPath, options: { token: of.token, json: { uploadId } } }
}

/** Like most callers, this one has asked the function for something before, so that it knows where the caller works. */
function askedBefore(all: Readonly<Record<string, Scenarios>>): Record<string, Scenarios> {
  const mapped = (scenarios: Scenarios): Scenarios =>
    Object.fromEntries(
      Object.entries(scenarios).map(([variant, scenario]): [string, Scenario] => [
        variant,
        async (of) => ({ after: `/v1/signature-requests?entityId=${of.entity.id}`, ...(await scenario(of)) }),
      ]),
    )
  return Object.fromEntries(Object.entries(all).map(([id, scenarios]) => [id, mapped(scenarios)]))
}

/** Of each operation on signature requests, by its id. */
export const signatureScenarios = askedBefore({
  createSignatureRequest: {
    'to a contact': toContact,
    'sent at once': creation({}),
    'sent at once to two signers with fields': creation({ signers: [withField(), withField()] }),
    'as a draft': creation({ draft: true, signers: [withField()] }),
    'from an upload': creationFromUpload,
  },
  updateSignatureRequest: {
    // With the version that was read, as whoever repeats what makes something new has to.
    'of a draft': onRequest({ draft: true, signers: [withField()] }, ({ version }) => ({
      json: { version, title: 'Another title', signers: [withField(), withField()] },
    })),
    'of a request that was sent': onRequest({}, () => ({ json: { title: 'Another title' } })),
  },
  deleteSignatureRequest: {
    draft: onRequest({ draft: true, signers: [withField()] }, () => ({})),
    'that a task links': linkedByTask,
  },
  sendSignatureRequest: { draft: onRequest({ draft: true }, () => ({ path: '/send' })) },
  cancelSignatureRequest: { pending: onRequest({}, () => ({ path: '/cancel', json: { reason: 'Not needed' } })) },
  extendSignatureRequest: { pending: onRequest({}, () => ({ path: '/extend', json: { expiresInDays: 45 } })) },
  remindSigner: { notified: onSigner({}, () => ({ path: '/remind' })) },
  correctSigner: {
    // With the version that was read, as whoever repeats what makes something new has to.
    'another e-mail': onSigner({ vendor: 'native' }, ({ version }) => ({
      json: { version, email: `${randomUUID()}@example.com` },
    })),
  },
  createSigningLink: {
    'of a signer with a code': onSigner(
      { vendor: 'native', signers: [signer('', { authMethod: 'email_otp' })] },
      () => ({
        path: '/signing-link',
      }),
    ),
  },
  putDrawing: {
    'with strokes': onMention(async () => ({
      body: drawingForm({
        strokes: [
          [
            { x: 1, y: 1, t: 0, p: 0.5 },
            { x: 3, y: 2, t: 9 },
          ],
        ],
      }),
    })),
    'instead of another': onMention(async (of, request) => {
      demand(await draw(of, request), 200)
      return { body: drawingForm() }
    }),
  },
  deleteDrawing: {
    'of a mention': onMention(async (of, request) => {
      demand(await draw(of, request), 200)
      return {}
    }),
  },
  createAgencySession: {
    'of two signers': async (of) => {
      const { id, signers } = await agencyRequest(of, { signers: [agencySigner(), agencySigner()] })
      const json = { signerIds: signers.map((each: Draft) => each.id), mentionsOnPage: true }
      return { path: `${pathOf(id)}/agency-session`, options: { token: of.token, json } }
    },
  },
  resealSignatureRequest: { 'after a failure': reseal },
  restoreSignatureDocument: { 'an archived one': restoring },
  simulateSignerAction: {
    open: played('open'),
    'sign, in sequence': played('sign', [signer(), signer()], { signingOrder: 'sequential' }),
    'sign, as the last': played('sign'),
    decline: played('decline'),
  },
  simulateExpiry: {
    pending: async (of) => {
      const request = await create(of)
      return { path: `/v1/test/signature-requests/${request.id}/expire`, options: { token: of.token } }
    },
  },
  getSignatureRequest: { pending: reading('') },
  getSignatureDocument: { shown: reading('/document') },
  listSignatureActivity: { pending: reading('/activity') },
  listSignatureFields: { pending: reading('/fields') },
  listSignatureRequests: { 'of an entity': listing },
  verifySignatureDocument: { 'of a sealed document': verifyingSealed, 'from an upload': verifyingUpload },
  getSignatureOptions: {
    'of an entity': async ({ entity, token }) => ({
      path: `/v1/signature-requests/options?entityId=${entity.id}`,
      options: { token },
    }),
  },
})
