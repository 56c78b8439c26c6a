import { afterEach, expect, it, vi } from 'vitest'
import { yousignSigning } from '../../../../functions/signature/vendors/yousign/yousign-signing.ts'
import { VendorUnavailable } from '../../../../shared/store/vendor-calls.ts'

const connection = {
  environment: 'sandbox',
  credentials: { apiKey: 'key', webhookSecret: 'secret' },
  webhookToken: 'token',
} as const

function answering(body: string): void {
  vi.stubGlobal('fetch', async () => new Response(body))
}
afterEach(() => vi.unstubAllGlobals())

it('an audit trail of Yousign is taken only as a PDF', async () => {
  answering('%PDF-1.7 and so on')
  expect(await yousignSigning.fetchAuditTrail(connection, 'theirs')).not.toBeNull()
  answering('<html>')
  await expect(yousignSigning.fetchAuditTrail(connection, 'theirs')).rejects.toThrow(VendorUnavailable)
})

it('an answer of Yousign that is too long is not read', async () => {
  answering(`{"data":[],"more":"${'x'.repeat(5_000_000)}"}`)
  await expect(yousignSigning.list(connection, 'ours')).rejects.toThrow('too long')
  answering(`%PDF-${'x'.repeat(50_000_000)}`)
  await expect(yousignSigning.fetchSigned(connection, 'theirs')).rejects.toThrow('too long')
})
