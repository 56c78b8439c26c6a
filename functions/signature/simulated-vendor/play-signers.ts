import type { Platform } from '../../../shared/store/platform.ts'
import { changeInJob } from '../model/change-in-job.ts'
import { playedAction, type SignerAction } from '../model/signer-action.ts'
import { notified } from '../model/transitions.ts'
import { type SimulatedOutcome, simulatedOutcome } from '../vendors/simulated.ts'

/** What each outcome consists of. A decline has a reason, as a person's would. */
const played: Record<SimulatedOutcome, readonly { action: SignerAction; reason: string | null }[]> = {
  sign: [
    { action: 'open', reason: null },
    { action: 'sign', reason: null },
  ],
  decline: [
    { action: 'open', reason: null },
    { action: 'decline', reason: 'Declined by the simulated vendor because the e-mail asks for it.' },
  ],
  bounce: [{ action: 'bounce', reason: null }],
  fail: [{ action: 'fail', reason: 'The simulated vendor failed because the e-mail asks for it.' }],
}

/** Asks the signers whose turn it is, then plays what their e-mails say. Doing it again changes nothing. */
export async function playSigners(
  platform: Platform,
  { requestId, signerIds }: { requestId: string; signerIds: readonly string[] },
): Promise<void> {
  const vendor = { type: 'vendor' as const, id: 'simulated', name: 'Simulated signing' }
  const nowhere = { ip: null, userAgent: null }
  await changeInJob(platform, requestId, (record, nowMs) =>
    notified(record, signerIds, { nowMs, actor: vendor, ...nowhere }),
  )
  for (const signerId of signerIds) await playSigner(platform, requestId, signerId)
}

async function playSigner(platform: Platform, requestId: string, signerId: string): Promise<void> {
  for (const step of [0, 1])
    await changeInJob(platform, requestId, (record, nowMs) => {
      const signer = record.signers.find(({ id }) => id === signerId)
      const outcome = signer ? simulatedOutcome(signer.email) : null
      const act = outcome ? played[outcome][step] : undefined
      if (!signer || !act) return null
      return playedAction(record, signer, act.action, act.reason, {
        nowMs,
        ip: null,
        userAgent: null,
      })
    })
}
