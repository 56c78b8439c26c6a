import { type FunctionCall, readGrants } from '../../../infra/local/grants.ts'
import type { Recording } from '../../../infra/local/recording-proxy.ts'
import type { ResolvedTemplate } from '../../../infra/local/template.ts'

/** What a run has shown about the roles of functions. */
export interface GrantsProof {
  readonly summary: string
  /** Calls that are not granted, and calls of which it is not known what they need. */
  readonly faults: readonly string[]
  /** Grants that no call needed, and why they stay. */
  readonly unused: readonly string[]
}

/** Grants that stay though the suite may not come to need them. */
const reasons: readonly { grant: RegExp; why: string }[] = [
  {
    grant: /-document-sealing kms:/,
    why: 'seals for live organizations; only those of tests have a vendor that signs',
  },
  { grant: /-document-sealing s3:DeleteObject /, why: 'drops its files when another run has sealed first' },
  { grant: /-signing s3:DeleteObject /, why: 'drops a picture of a signature that was not committed' },
  {
    grant: /-verification s3:.*\/answers\//,
    why: 'keeps an answer that no item holds: names in certificates have no limit',
  },
  { grant: /-verification dynamodb:DeleteItem /, why: 'gives a key back after a refusal' },
  {
    grant: /-webhook-delivery sqs:SendMessage \S+-webhook-delivery$/,
    why: 'asks again for an attempt that finds no slot, of a subscription that is not known yet',
  },
  {
    grant: /-(contacts|verification) s3:ListBucket /,
    why: 'tells an upload that was never put from one that it may not read',
  },
  { grant: /-signature-letters dynamodb:DeleteItem /, why: 'forgets an SMS that SNS was too busy to take' },
  { grant: /-due-sweep (dynamodb|events):/, why: 'lets requests expire and publishes what the stream has not' },
]

/** Holds every call that functions made against the role that the template gives each. */
export function proveGrants({ resources }: ResolvedTemplate, recording: Recording): GrantsProof {
  const grants = readGrants(resources)
  const calls = recording.calls()
  const refused = calls.filter((call) => !grants.isGranted(call.functionName, call.action, call.resource))
  const faults = [...refused.map((call) => `not granted: ${told(call)}`), ...recording.unknown()]
  const kinds = new Set(calls.map(({ functionName, action }) => `${functionName} ${action}`))
  const functions = new Set(calls.map(({ functionName }) => functionName))
  const total = calls.reduce((sum, { count }) => sum + count, 0)
  const verdict = faults.length === 0 ? 'all granted' : `${faults.length} not granted or not known`
  return {
    summary: `${total} AWS actions of ${kinds.size} kinds by ${functions.size} functions, ${verdict}; ${grants.grantsUsedByAws().length} more grants are for AWS itself`,
    faults,
    unused: grants.unusedGrants(calls).map(withReason),
  }
}

const told = ({ functionName, action, resource }: FunctionCall) => `${functionName} ${action} ${resource}`

function withReason(grant: FunctionCall): string {
  const text = told(grant)
  return `${text}: ${reasons.find((reason) => reason.grant.test(text))?.why ?? 'remove it, or say why it stays'}`
}
