import { expect, it } from 'vitest'
import { changeInJob } from '../../../functions/signature/model/change-in-job.ts'
import type { RequestRecord, Signer } from '../../../functions/signature/model/request.ts'
import { codeProved, consented, signerCause } from '../../../functions/signature/model/signing-transitions.ts'
import { type Cause, opened, signed } from '../../../functions/signature/model/transitions.ts'
import { systemClock } from '../../../shared/platform/clock.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { evidenceIn } from '../../support/chain.ts'
import { download } from '../../support/client.ts'
import { expectRefused } from '../../support/refused.ts'
import { alter, pathOf, read, sealed, signer, storedChain } from '../../support/signature.ts'
import { agree, codeFor, linkOf, nativeRequest, proveBy, signAt, signBody, visit } from '../../support/signing.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

const platform = { table: table(), clock: systemClock, ids: systemIds }
const consent = { locale: 'en', text: 'I have read the document and agree to sign it electronically.' }

/** What somebody who can write to the table, and knows our code, makes of a request: every hash is right. */
async function forgeSignature(requestId: string): Promise<void> {
  const proved = (record: RequestRecord, signer: Signer, cause: Cause) => codeProved(record, signer, 1, cause)
  for (const act of [opened, proved] as const)
    await changeInJob(platform, requestId, (record, nowMs) => {
      const [first] = record.signers
      return first ? act(record, first, signerCause(first, { nowMs, ip: '203.0.113.9', userAgent: null })) : null
    })
  await changeInJob(platform, requestId, (record, nowMs) => {
    const [first] = record.signers
    return first ? consented(record, first, consent, signerCause(first, { nowMs, ip: null, userAgent: null })) : null
  })
  await changeInJob(platform, requestId, (record, nowMs) => {
    const [first] = record.signers
    return first ? signed(record, first, signerCause(first, { nowMs, ip: null, userAgent: null })) : null
  })
}

async function expectUnsealed(of: Tenant, requestId: string): Promise<void> {
  expect(await read(of, requestId)).toMatchObject({ status: 'completed' })
  await until('the seal to fail', async () => (await storedChain(requestId)).some(({ type }) => type === 'seal_failed'))
  expect((await read(of, requestId)).document).toMatchObject({ sealStatus: 'failed', signed: null })
}

it.each(['native', 'simulated'] as const)(
  'a signature that the signing page did not record is not sealed, whatever vendor (%s) the record names',
  async (vendor) => {
    const of = await tenant({ livemode: true })
    const request = await nativeRequest(of, { signers: [signer('', { authMethod: 'email_otp' })] })
    await linkOf(request)
    await alter(request.id, () => ({ vendor }))
    await forgeSignature(request.id)
    await expectUnsealed(of, request.id)
  },
)

it('a code that was sent to another mailbox is wrong, and proves nothing for the signer', async () => {
  const of = await tenant({ livemode: true })
  const request = await nativeRequest(of, { signers: [signer('', { authMethod: 'email_otp' })] })
  const { email } = request.signers[0]
  const addressed = (to: string) =>
    alter(request.id, ({ signers }) => ({ signers: signers.map((one) => ({ ...one, email: to })) }))
  const browser = await visit(request)
  await addressed('insider@example.com')
  await browser.post('/otp', {})
  const code = await codeFor(request)
  await addressed(email)
  await agree(browser)
  expectRefused(await browser.post('/sign', signBody(request, { otp: code })), 'invalid_input')
  await addressed('insider@example.com')
  await proveBy(browser, request)
  await addressed(email)
  expect((await signAt(browser, request)).status).toBe(200)
  await expectUnsealed(of, request.id)
})

it('a signature by the signing page is sealed, and its evidence says that the service verified it', async () => {
  const of = await tenant({ livemode: true })
  const request = await nativeRequest(of, { signers: [signer('', { authMethod: 'email_otp' })] })
  const browser = await visit(request)
  await proveBy(browser, request)
  expect((await signAt(browser, request)).status).toBe(200)
  await sealed(of, request.id)
  const { bytes } = await download(`${pathOf(request.id)}/document?variant=evidence`, of.token)
  const evidence = await evidenceIn(bytes)
  expect(evidence).toMatchObject({ version: 6, actsVerified: true })
  expect(evidence.steps.filter((step: object) => 'mac' in step)).toEqual([])
})
