import * as v from 'valibot'
import { afterEach, expect, it, vi } from 'vitest'
import { askAr24 } from '../../../functions/registered-mail/vendors/ar24/ar24-client.ts'
import { getProof } from '../../../functions/registered-mail/vendors/ar24/ar24-mails.ts'
import { mailRecord } from '../../../functions/registered-mail/vendors/ar24/ar24-record.ts'
import { systemClock } from '../../../shared/platform/clock.ts'

const access = () => ({
  connection: { environment: 'live', credentials: { token: 'token', privateKey: 'key' }, webhookToken: '' } as const,
  clock: systemClock,
  signal: AbortSignal.timeout(60_000),
})

function answering(body: string): void {
  vi.stubGlobal('fetch', async () => new Response(body))
}
afterEach(() => vi.unstubAllGlobals())

it('an answer of AR24 that is too long is not read', async () => {
  answering('x'.repeat(5_000_001))
  const asked = askAr24(access(), { method: 'GET', path: '/mail' }, v.unknown())
  await expect(asked).rejects.toThrow('too long')
})

it('nor is a proof, whatever length it claims', async () => {
  answering(`%PDF-${'x'.repeat(50_000_000)}%%EOF`)
  const mail = v.parse(mailRecord, { id: 1, status: 'AR', proof_ar_url: 'https://app.ar24.fr/proof' })
  await expect(getProof(access(), mail, 'delivery')).rejects.toThrow('too large')
})
