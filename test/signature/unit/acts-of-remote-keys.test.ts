import { describe, expect, it } from 'vitest'
import { authenticated, flawsOfActs, hasAuthenticatedActs } from '../../../functions/signature/model/acts.ts'
import { consented, signerCause } from '../../../functions/signature/model/signing-transitions.ts'
import { linked, type Step } from '../../../functions/signature/model/step.ts'
import { signed } from '../../../functions/signature/model/transitions.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { nowMs, sampleRequest, sampleSigner } from './sample-request.ts'

const mac = async (text: string) => `mac of ${text}`
const verify = async (text: string, given: string) => given === `mac of ${text}`
const signer = sampleSigner(1, { authMethod: 'vendor_identity', status: 'opened', notifiedAt: timestamp(nowMs) })
const record = sampleRequest({ livemode: true, vendor: 'csc', signingOrder: 'sequential', signers: [signer] })
const cause = signerCause(signer, { nowMs, ip: null, userAgent: null })
const given = { signatureMode: 'remote', givenSha256: 'ab' }

/** The steps of a signer who agreed and signed, as the signing page records them. */
async function recorded(): Promise<Step[]> {
  const changes = [
    consented(record, signer, { locale: 'en', text: 'I agree.' }, cause),
    signed(record, signer, cause, given),
  ]
  const steps = changes.flatMap((change) => change?.steps ?? [])
  const whole = await authenticated({ after: record, steps, events: [], jobs: [] }, record, { nowMs, mac })
  return linked(record.chain, whole.steps, { requestId: record.id, at: timestamp(nowMs), ids: () => 'id' }).steps
}

describe('the acts of signers whose keys a provider keeps', () => {
  it('are consent and signature, without a code, and authenticated', async () => {
    expect(hasAuthenticatedActs(record)).toBe(true)
    expect(await flawsOfActs(record, await recorded(), verify)).toEqual([])
  })

  it('are missed where one is not there, and forged where it has another MAC', async () => {
    const [consent, ...others] = await recorded()
    if (!consent) throw new Error('there is no consent')
    expect(await flawsOfActs(record, others, verify)).toEqual([`the signer ${signer.id} has no step consented`])
    const forged = [{ ...consent, mac: 'another' }, ...others]
    expect(await flawsOfActs(record, forged, verify)).toEqual([expect.stringContaining('was not recorded')])
  })
})
