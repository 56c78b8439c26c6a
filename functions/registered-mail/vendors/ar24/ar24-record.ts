import * as v from 'valibot'
import { timestamp } from '../../../../shared/platform/clock.ts'
import type { ProofKind } from '../../model/item.ts'
import type { Report, ReportedStatus } from '../../model/item-transitions.ts'
import { timeOfParis } from './ar24-crypto.ts'
import { ar24Facts } from './ar24-facts.ts'

const id = v.pipe(v.union([v.string(), v.number()]), v.transform(String))

/** A mail as AR24 shows it. */
export const mailRecord = v.looseObject({
  id,
  status: v.fallback(v.string(), ''),
  ref_client: v.fallback(v.string(), ''),
  send_fail: v.optional(v.unknown()),
})
export type Ar24Mail = v.InferOutput<typeof mailRecord>

const order = ['waiting', 'dp', 'ev', 'ar', 'rf', 'ng', 'bc', 'send_fail'] as const
type Ar24Status = (typeof order)[number]

interface Stage {
  readonly to: ReportedStatus
  /** The statuses that AR24 shows from then on. */
  readonly statuses: readonly Ar24Status[]
  /** A member that has a value from then on. */
  readonly proof: string
  /** The member with the time. */
  readonly time: string
  readonly source: Report['source']
}

const stages: readonly Stage[] = [
  { to: 'sent', statuses: ['dp', 'ev', 'ar', 'rf', 'ng'], proof: 'proof_dp_url', time: 'date', source: 'vendor' },
  { to: 'deposited', statuses: ['ev', 'ar', 'rf', 'ng'], proof: 'proof_ev_url', time: 'ts_ev_date', source: 'vendor' },
  { to: 'delivered', statuses: ['ar'], proof: 'proof_ar_url', time: 'view_date', source: 'recipient' },
  { to: 'refused', statuses: ['rf'], proof: 'proof_rf_url', time: 'refused_date', source: 'recipient' },
  { to: 'neglected', statuses: ['ng'], proof: 'proof_ng_url', time: 'negligence_date', source: 'vendor' },
  { to: 'bounced', statuses: ['bc'], proof: 'proof_bc_url', time: 'bounced_date', source: 'vendor' },
]

/** What became of a mail, oldest first: all that its status or its proofs tell. */
export function reportsOf(mail: Ar24Mail, nowMs: number): Report[] {
  const status = order.find((each) => each === mail.status.toLowerCase()) ?? 'waiting'
  const reached = stages.filter(({ statuses, proof }) => statuses.includes(status) || textIn(mail, [proof]) !== null)
  const reports = reached.map(({ to, time, source }): Report => {
    const at = timeIn(mail, time) ?? timestamp(nowMs)
    const failure =
      to === 'bounced' ? { failure: { code: 'bounced', message: 'AR24 could not deliver the notice.' } } : {}
    return { to, at, source, detail: { vendorStatus: mail.status }, ...failure }
  })
  return isFailed(mail, status) ? [...reports, failed(mail, nowMs)] : reports
}

function isFailed({ send_fail }: Ar24Mail, status: Ar24Status): boolean {
  return status === 'send_fail' || Number(send_fail) === 1 || send_fail === true
}

function failed(mail: Ar24Mail, nowMs: number): Report {
  const failure = { code: 'send_fail', message: 'AR24 could not send the mail.' }
  return { to: 'failed', at: timestamp(nowMs), source: 'vendor', detail: { vendorStatus: mail.status }, failure }
}

/** The address of a proof; null: AR24 has none yet. */
export function proofUrlIn(mail: Ar24Mail, kind: ProofKind): string | null {
  return textIn(mail, ar24Facts.proofMembers[kind])
}

function textIn(mail: Ar24Mail, members: readonly string[]): string | null {
  for (const member of members) {
    const value = mail[member]
    if (typeof value === 'string' && value !== '') return value
  }
  return null
}

function timeIn(mail: Ar24Mail, member: string): string | null {
  const timeMs = timeOfParis(textIn(mail, [member]) ?? '')
  return timeMs === null ? null : timestamp(timeMs)
}
