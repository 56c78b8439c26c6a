import { expect, it } from 'vitest'
import { changeInJob } from '../../../functions/signature/model/change-in-job.ts'
import { codeProved, consented, signerCause } from '../../../functions/signature/model/signing-transitions.ts'
import { opened, signed } from '../../../functions/signature/model/transitions.ts'
import { systemClock } from '../../../shared/platform/clock.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { evidenceIn } from '../../support/chain.ts'
import { download } from '../../support/client.ts'
import { pathOf, read, sealed, signer, storedChain } from '../../support/signature.ts'
import { linkOf, nativeRequest, proveBy, signAt, visit } from '../../support/signing.ts'
import { table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

const platform = { table: table(), clock: systemClock, ids: systemIds }
const consent = { locale: 'en', text: 'I have read the document and agree to sign it electronically.' }

/** What somebody who can write to the table, and knows our code, makes of a request: every hash is right. */
async function forgeSignature(requestId: string): Promise<void> {
  for (const act of [opened, codeProved(1)] as const)
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

it('a signature that the signing page did not record is not sealed', async () => {
  const of = await tenant({ livemode: true })
  const request = await nativeRequest(of, { signers: [signer('', { authMethod: 'email_otp' })] })
  await linkOf(request)
  await forgeSignature(request.id)
  expect(await read(of, request.id)).toMatchObject({ status: 'completed' })
  await until('the seal to fail', async () =>
    (await storedChain(request.id)).some(({ type }) => type === 'seal_failed'),
  )
  expect((await read(of, request.id)).document).toMatchObject({ sealStatus: 'failed', signed: null })
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
  expect(evidence).toMatchObject({ version: 4, actsVerified: true })
  expect(evidence.steps.filter((step: object) => 'mac' in step)).toEqual([])
})
