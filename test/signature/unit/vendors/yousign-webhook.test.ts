import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { yousignSigning } from '../../../../functions/signature/vendors/yousign/yousign-signing.ts'
import { newConnectionToken, orgIdIn } from '../../../../functions/vendor-connections/model/connection-token.ts'

const webhookSecret = 'a secret'
const requestId = '0190b3d2-7c1e-7a31-9f10-000000000001'

function read(rawBody: Uint8Array, signature?: string) {
  const own = `sha256=${createHmac('sha256', webhookSecret).update(rawBody).digest('hex')}`
  const headers = { 'x-yousign-signature-256': signature ?? own }
  return yousignSigning.readWebhook({ rawBody, headers }, { webhookSecret })
}

const event = (external_id: unknown) => Buffer.from(JSON.stringify({ data: { signature_request: { external_id } } }))

test('an authentic webhook tells which request it is about', () => {
  expect(read(event(requestId))).toEqual({ requestId })
  for (const other of ['theirs', null, 5]) expect(read(event(other))).toEqual({ requestId: null })
})

test('any authentic bytes are read, and none without the right signature', () => {
  const bytes = fc.oneof(
    fc.uint8Array(),
    fc.json().map((text) => Buffer.from(text)),
  )
  fc.assert(
    fc.property(bytes, fc.string(), (rawBody, signature) => {
      expect(read(rawBody)).toMatchObject({ requestId: null })
      expect(read(rawBody, signature)).toBe('unauthentic')
      expect(read(rawBody, `sha256=${'0'.repeat(64)}`)).toBe('unauthentic')
    }),
  )
})

test('without a secret nothing is authentic', () => {
  const rawBody = event(requestId)
  const headers = { 'x-yousign-signature-256': `sha256=${createHmac('sha256', '').update(rawBody).digest('hex')}` }
  expect(yousignSigning.readWebhook({ rawBody, headers }, {})).toBe('unauthentic')
})

test('an address tells its organization, and any other text none', () => {
  expect(orgIdIn(newConnectionToken(requestId).token)).toBe(requestId)
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(orgIdIn(text)).toBeNull()
    }),
  )
})
