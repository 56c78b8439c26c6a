import { KMSClient } from '@aws-sdk/client-kms'
import { kmsVerifyActMac, type VerifyActMac } from '../../../shared/personal-links/act-mac.ts'
import { recordCalls } from '../../../shared/platform/aws-calls.ts'
import { environment } from '../../../shared/platform/environment.ts'
import { flawsOfActs } from '../model/acts.ts'
import type { RequestRecord } from '../model/request.ts'
import type { Step } from '../model/step.ts'
import { isExternal } from '../vendors/external-vendors.ts'
import { isSignedOnOurPage } from '../vendors/signing-places.ts'
import { UnauthenticActs } from './unauthentic-acts.ts'

let kept: VerifyActMac | undefined

/** Throws `UnauthenticActs` where our own signing page did not record what its signers are said to have done. */
export async function verifyActs(record: RequestRecord, steps: readonly Step[]): Promise<void> {
  // What was signed at an outside vendor is proved by the file that is fetched there.
  if (isExternal(record.vendor)) return
  // Only test organizations have simulated signers. The record alone could say that a live one was signed elsewhere.
  if (!record.livemode && !isSignedOnOurPage(record.vendor)) return
  kept ??= kmsVerifyActMac(new KMSClient(recordCalls), environment('SIGNING_ACTS_KEYS'))
  const flaws = await flawsOfActs(record, steps, kept)
  if (flaws.length > 0) throw new UnauthenticActs(flaws.join('; '))
}
