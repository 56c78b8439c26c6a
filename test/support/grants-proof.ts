import type { Permission } from '../../infra/local/aws-calls.ts'
import { type FunctionCall, type Grants, matchesArn, readGrants } from '../../infra/local/grants.ts'
import type { CallRecord } from '../../infra/local/recording-proxy.ts'
import type { ResolvedTemplate } from '../../infra/local/template.ts'
import { arnOf } from '../../infra/local/template-resources.ts'

/** What a run has shown about the roles of functions. */
export interface GrantsProof {
  readonly summary: string
  /** Calls that are not granted, and calls of which it is not known what they need. */
  readonly faults: readonly string[]
  /** Grants that no call needed and of which nothing says why they stay, and what explains no grant. */
  readonly unexplained: readonly string[]
}

/** A question mark stands for each character that CDK adds to a name. */
const table = arnOf('dynamodb', 'table/Table????????')
const [documents, uploads] = ['arn:aws:s3:::bucketsdocuments????????', 'arn:aws:s3:::bucketsuploads????????']
const deliveryQueue = arnOf('sqs', 'sealpost-webhook-delivery')

/** Grants of functions that stay though a run may not come to need them, by their actions and resources. */
const explained: readonly { functionName: string; grants: readonly Permission[]; why: string }[] = [
  {
    functionName: 'sealpost-document-sealing',
    grants: [{ action: 's3:DeleteObject', resource: `${documents}/sealed/*` }],
    why: 'drops its files when another run has sealed first',
  },
  {
    functionName: 'sealpost-registered-mail-proofs',
    grants: [{ action: 's3:DeleteObject', resource: `${documents}/proofs/*` }],
    why: 'drops its files when another run has issued the proof first',
  },
  {
    functionName: 'sealpost-registered-mails',
    grants: [{ action: 's3:DeleteObject', resource: `${documents}/originals/*` }],
    why: 'drops an attachment that was not committed',
  },
  {
    functionName: 'sealpost-signing',
    grants: [{ action: 's3:DeleteObject', resource: `${documents}/signatures/*` }],
    why: 'drops a picture of a signature that was not committed',
  },
  {
    functionName: 'sealpost-test-mode',
    grants: [{ action: 's3:DeleteObject', resource: `${documents}/signatures/*` }],
    why: 'drops pictures of signatures with the requests of a reset test organization',
  },
  {
    functionName: 'sealpost-verification',
    grants: ['s3:GetObject', 's3:PutObject'].map((action) => ({ action, resource: `${documents}/answers/*` })),
    why: 'keeps an answer that no item holds: names in certificates have no limit',
  },
  {
    functionName: 'sealpost-vendor-connections',
    grants: [{ action: 'dynamodb:DeleteItem', resource: table }],
    why: 'gives a key back after a refusal',
  },
  {
    functionName: 'sealpost-verification',
    grants: [{ action: 'dynamodb:DeleteItem', resource: table }],
    why: 'gives a key back after a refusal',
  },
  ...[
    'sealpost-contacts',
    'sealpost-registered-mails',
    'sealpost-structure',
    'sealpost-verification',
    'sealpost-verify-page',
  ].map((functionName) => ({
    functionName,
    grants: [{ action: 's3:ListBucket', resource: uploads }],
    why: 'tells an upload that was never put from one that it may not read',
  })),
  {
    functionName: 'sealpost-document-keeping',
    grants: [{ action: 's3:ListBucket', resource: documents }],
    why: 'tells a document that was discarded before from one that it may not tag',
  },
  {
    functionName: 'sealpost-webhook-delivery',
    grants: [{ action: 'sqs:SendMessage', resource: deliveryQueue }],
    why: 'asks again for an attempt that finds no slot, of a subscription that is not known yet',
  },
  {
    functionName: 'sealpost-signature-letters',
    grants: [{ action: 'dynamodb:DeleteItem', resource: table }],
    why: 'forgets an SMS that SNS was too busy to take',
  },
  {
    functionName: 'sealpost-due-sweep',
    grants: [
      ...['BatchGetItem', 'ConditionCheckItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'].map(
        (name) => ({ action: `dynamodb:${name}`, resource: table }),
      ),
      { action: 'dynamodb:Query', resource: `${table}/index/GSI1` },
      { action: 'events:PutEvents', resource: arnOf('events', 'event-bus/sealpost-events') },
      { action: 'sqs:SendMessage', resource: deliveryQueue },
    ],
    why: 'does what is due, which hardly anything is within some minutes: the tests of faults see it use them all',
  },
]

/** Holds every call that functions made against the role that the template gives each. */
export function proveGrants({ resources }: ResolvedTemplate, recording: CallRecord): GrantsProof {
  const grants = readGrants(resources)
  const calls = recording.calls()
  const refused = calls.filter((call) => !grants.isGranted(call))
  const faults = [...refused.map((call) => `not granted: ${told(call)}`), ...recording.unknown()]
  const kinds = new Set(calls.map(({ functionName, action }) => `${functionName} ${action}`))
  const functions = new Set(calls.map(({ functionName }) => functionName))
  const total = calls.reduce((sum, { count }) => sum + count, 0)
  const verdict = faults.length === 0 ? 'all granted' : `${faults.length} not granted or not known`
  return {
    summary: `${total} AWS actions of ${kinds.size} kinds by ${functions.size} functions, ${verdict}; ${grants.grantsUsedByAws().length} more grants are for AWS itself`,
    faults,
    unexplained: unexplainedOf(grants, calls),
  }
}

/** Throws where a function called what its role does not allow. */
export function demandGranted(template: ResolvedTemplate, recording: CallRecord): void {
  const { faults } = proveGrants(template, recording)
  if (faults.length > 0) throw new Error(`calls without a grant:\n${faults.join('\n')}`)
}

const told = ({ functionName, action, resource, leadingKey = '' }: FunctionCall) =>
  `${functionName} ${action} ${resource} ${leadingKey}`.trim()

function unexplainedOf(grants: Grants, calls: readonly FunctionCall[]): string[] {
  const explanations = explained.flatMap(({ functionName, grants }) =>
    grants.map((grant) => ({ functionName, ...grant })),
  )
  const explains = (explanation: FunctionCall, grant: FunctionCall) =>
    explanation.functionName === grant.functionName &&
    explanation.action === grant.action &&
    matchesArn(explanation.resource, grant.resource)
  const unused = grants.unusedGrants(calls).filter((grant) => !explanations.some((each) => explains(each, grant)))
  const idle = explanations.filter((each) => !grants.allowed.some((grant) => explains(each, grant)))
  return [
    ...unused.map((grant) => `a grant that is never used; remove it, or say why it stays: ${told(grant)}`),
    ...idle.map((each) => `what is explained is not granted: ${told(each)}`),
  ]
}
