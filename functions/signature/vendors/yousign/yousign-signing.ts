import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { dayMs, timestamp } from '../../../../shared/platform/clock.ts'
import { isUuid } from '../../../../shared/platform/ids.ts'
import { authMethods, eidasLevels } from '../../../../shared/store/settings-fields.ts'
import {
  type OpenConnection,
  VendorLacks,
  VendorRefused,
  VendorUnavailable,
} from '../../../../shared/store/vendor-calls.ts'
import type { Field } from '../../model/field.ts'
import type { SignatureRequest, Signer } from '../../model/request.ts'
import type {
  ExternalSigning,
  VendorRequestState,
  VendorRequestSummary,
  VendorSignerState,
} from '../external-signing.ts'
import { askYousign, callYousign, parsedJson } from './yousign-client.ts'
import { yousignFacts } from './yousign-facts.ts'

const requestSchema = v.object({ id: v.string(), status: v.string(), external_id: v.nullish(v.string(), null) })
type YousignRequest = v.InferOutput<typeof requestSchema>

const signerSchema = v.object({
  id: v.string(),
  status: v.string(),
  info: v.object({ first_name: v.string(), last_name: v.string(), email: v.string() }),
  signature_level: v.string(),
  signature_authentication_mode: v.nullish(v.string(), null),
  signed_at: v.nullish(v.string(), null),
})
type YousignSigner = v.InferOutput<typeof signerSchema>

const made = v.object({ id: v.string() })

const requestPath = (id: string) => `/signature_requests/${encodeURIComponent(id)}`

/** Yousign's API v3. Our id of a request is its `external_id` there. */
export const yousignSigning: ExternalSigning = {
  check: async (connection) => void (await listed(connection, 'limit=1')),
  list: async (connection, requestId) => {
    const query = new URLSearchParams({
      [yousignFacts.externalIdFilter]: requestId,
      limit: String(yousignFacts.listLimit),
    })
    const found = await listed(connection, query.toString())
    return found.filter(({ external_id }) => external_id === requestId).map(summaryOf)
  },
  read: async (connection, id) => {
    try {
      const found = await askYousign(connection, { method: 'GET', path: requestPath(id) }, requestSchema)
      return await stateOf(connection, found)
    } catch (error) {
      if (error instanceof VendorLacks) return null
      throw error
    }
  },
  makeDraft,
  send: async (connection, { vendorRequestId: id, request, document }) => {
    const documentId = await addDocument(connection, id, request, document)
    for (const signer of inOrder(request.record.signers))
      await addSigner(connection, id, { request, signer, documentId })
    const path = `${requestPath(id)}/activate`
    const activated = await askYousign(connection, { method: 'POST', path, sent: { json: {} } }, requestSchema)
    return await stateOf(connection, activated)
  },
  discard: async (connection, id) => void (await callYousign(connection, 'DELETE', requestPath(id))),
  cancel: async (connection, id, reason) => {
    const json = { reason: yousignFacts.cancelReason, custom_note: reason ?? '' }
    await callYousign(connection, 'POST', `${requestPath(id)}/cancel`, { json })
  },
  remind: async (connection, id, emails) => {
    for (const { id: signerId, info } of await signersOf(connection, id))
      if (emails.includes(info.email.toLowerCase()))
        await callYousign(connection, 'POST', `${requestPath(id)}/signers/${signerId}/send_reminder`, { json: {} })
  },
  fetchSigned: async (connection, id) => await downloaded(connection, yousignFacts.signedDownloadPath(id)),
  fetchAuditTrail: async (connection, id) => {
    try {
      const trail = await downloaded(connection, yousignFacts.auditTrailPath(id))
      if (Buffer.from(trail.subarray(0, 5)).toString('latin1') === '%PDF-') return trail
      throw new VendorUnavailable('Yousign answered with an audit trail that is no PDF.')
    } catch (error) {
      if (error instanceof VendorRefused) return null
      throw error
    }
  },
  readWebhook: ({ rawBody, headers }, { webhookSecret = '' }) => {
    if (!isAuthentic(rawBody, headers['x-yousign-signature-256'] ?? '', webhookSecret)) return 'unauthentic'
    const event = v.safeParse(webhookSchema, parsedJson(rawBody))
    const requestId = event.success ? event.output.data.signature_request.external_id : null
    return { requestId: requestId !== null && isUuid(requestId) ? requestId : null }
  },
}

async function downloaded(connection: OpenConnection, path: string): Promise<Uint8Array> {
  return await callYousign(connection, 'GET', path, { maxBytes: yousignFacts.maxPdfBytes })
}

async function listed(connection: OpenConnection, query: string): Promise<YousignRequest[]> {
  const path = `/signature_requests?${query}`
  return (await askYousign(connection, { method: 'GET', path }, v.object({ data: v.array(requestSchema) }))).data
}

async function signersOf(connection: OpenConnection, id: string): Promise<YousignSigner[]> {
  return await askYousign(connection, { method: 'GET', path: `${requestPath(id)}/signers` }, v.array(signerSchema))
}

function summaryOf({ id, status }: YousignRequest): VendorRequestSummary {
  return { vendorRequestId: id, status: requestStatuses[status] ?? 'ongoing' }
}

async function stateOf(connection: OpenConnection, request: YousignRequest): Promise<VendorRequestState> {
  const signers = request.status === 'draft' ? [] : await signersOf(connection, request.id)
  return {
    ...summaryOf(request),
    signers: signers.map((signer) => ({
      email: signer.info.email.toLowerCase(),
      firstName: signer.info.first_name,
      lastName: signer.info.last_name,
      level: eidasLevels.find((level) => levels[level] === signer.signature_level) ?? null,
      authMethod: authMethods.find((method) => authModes[method] === signer.signature_authentication_mode) ?? null,
      status: signerStatuses[signer.status] ?? 'waiting',
      reason: signer.status === 'error' ? 'Yousign reports an error for this signer.' : null,
      signedAt: toldTime(signer.signed_at),
    })),
  }
}

function toldTime(text: string | null): string | null {
  const atMs = Date.parse(text ?? '')
  return Number.isNaN(atMs) ? null : timestamp(atMs)
}

const requestStatuses: Readonly<Record<string, VendorRequestState['status']>> = {
  draft: 'draft',
  approval: 'ongoing',
  ongoing: 'ongoing',
  done: 'completed',
  rejected: 'ended',
  declined: 'ended',
  expired: 'ended',
  canceled: 'ended',
  deleted: 'ended',
}

const signerStatuses: Readonly<Record<string, VendorSignerState['status']>> = {
  initiated: 'waiting',
  notified: 'notified',
  verified: 'opened',
  processing: 'opened',
  consent_given: 'opened',
  signed: 'signed',
  declined: 'declined',
  aborted: 'ended',
  error: 'error',
}

async function makeDraft(connection: OpenConnection, { record }: SignatureRequest): Promise<string> {
  const { id, title, deliveryMode, signingOrder, allowDecline, expiresAt } = record
  const json = {
    name: title.slice(0, 128),
    external_id: id,
    delivery_mode: deliveryMode,
    ordered_signers: signingOrder === 'sequential',
    signers_allowed_to_decline: allowDecline,
    expiration_date: new Date(Date.parse(expiresAt) + yousignFacts.extraExpiryDays * dayMs).toISOString().slice(0, 10),
    timezone: record.timeZone,
  }
  return (await askYousign(connection, { method: 'POST', path: '/signature_requests', sent: { json } }, made)).id
}

async function addDocument(
  connection: OpenConnection,
  id: string,
  { record }: SignatureRequest,
  document: Uint8Array,
): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(document)], { type: 'application/pdf' }), record.document.fileName)
  form.set('nature', 'signable_document')
  form.set('parse_anchors', 'false')
  const path = `${requestPath(id)}/documents`
  return (await askYousign(connection, { method: 'POST', path, sent: { form } }, made)).id
}

const levels = {
  ses: 'electronic_signature',
  aes: 'advanced_electronic_signature',
  qes: 'qualified_electronic_signature',
} as const

const authModes = { none: 'no_otp', email_otp: 'otp_email', sms_otp: 'otp_sms', vendor_identity: null } as const

interface SignerToAdd {
  readonly request: SignatureRequest
  readonly signer: Signer
  readonly documentId: string
}

async function addSigner(
  connection: OpenConnection,
  id: string,
  { request, signer, documentId }: SignerToAdd,
): Promise<void> {
  const { firstName, lastName, email, phone, locale, authMethod } = signer
  const own = request.fields.filter(({ signerId }) => signerId === signer.id)
  const json = {
    info: { first_name: firstName, last_name: lastName, email, phone_number: phone, locale: locale.slice(0, 2) },
    signature_level: levels[request.record.eidasLevel],
    signature_authentication_mode: authModes[authMethod],
    fields: own.map((field) => fieldOf(field, documentId)),
  }
  await askYousign(connection, { method: 'POST', path: `${requestPath(id)}/signers`, sent: { json } }, made)
}

function fieldOf({ page, x, y, width, height }: Field, documentId: string) {
  const [left, top] = [Math.round(x), Math.round(y)]
  return {
    document_id: documentId,
    type: 'signature',
    page,
    x: left,
    y: top,
    width: Math.round(width),
    height: Math.round(height),
  }
}

/** Yousign asks its signers in the order in which they were added. */
function inOrder(signers: readonly Signer[]): Signer[] {
  return signers.toSorted((a, b) => (a.order ?? 1) - (b.order ?? 1))
}

const webhookSchema = v.object({
  data: v.object({ signature_request: v.object({ external_id: v.nullish(v.string(), null) }) }),
})

/** `sha256=<hex>`: the HMAC-SHA256 of the raw body. It has no time, but all that a repeated webhook does is to have us ask Yousign. */
function isAuthentic(rawBody: Uint8Array, header: string, secret: string): boolean {
  if (secret === '') return false
  const expected = createHmac('sha256', secret).update(rawBody).digest()
  const given = Buffer.from(/^sha256=([0-9a-f]{64})$/.exec(header)?.[1] ?? '', 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
