import { join } from 'node:path'
import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { liveProofs } from '../../functions/registered-mail/model/proof-key.ts'
import { externalVendors } from '../../functions/signature/vendors/external-vendors.ts'
import { letUseObjects, letUseTable } from './access.ts'
import { alarmOnWords } from './alarm-on-words.ts'
import type { Foundation } from './foundation.ts'
import { keyArnsOf, keyIdsOf } from './keys.ts'
import { JobQueue, queueSource } from './queues.ts'
import { reservedConcurrency, ServiceFunction } from './service-function.ts'
import { trustAnchors } from './trust-anchors.ts'

export interface SignatureJobsProps {
  readonly foundation: Foundation
  /** An RFC 3161 timestamp authority; without one seals are PAdES B-B. */
  readonly timestampAuthorityUrl: string | undefined
  /** A PEM file of roots, at which the chains of seals and timestamps may end. */
  readonly trustAnchors: string | undefined
  /** Whether authorities on this machine may be asked about certificates, as in the local cloud. */
  readonly areLocalAuthoritiesAllowed: boolean
  /** Where the pages of the service are: sealed documents name the one that checks them. */
  readonly pageUrl: string
  /** Another address of Yousign's API; undefined: Yousign's own. */
  readonly yousignUrl: string | undefined
}

/** What happens to a signature request after the API has answered: each job has its rule, its queue and its function. */
export class SignatureJobs extends Construct {
  constructor(scope: Construct, id: string, props: SignatureJobsProps) {
    super(scope, id)
    const { foundation } = props
    documentSealing(this, props)
    documentKeeping(this, foundation)
    simulatedVendor(this, foundation)
    signatureVendors(this, props)
  }
}

/** Seals documents after their last signature, and extends seals later, one at a time: a document may take most of the memory. */
function documentSealing(
  scope: Construct,
  { foundation, timestampAuthorityUrl, pageUrl, ...props }: SignatureJobsProps,
): void {
  const { functionsDirectory, alarms, buckets, events, keys, table } = foundation
  const timeout = Duration.seconds(300)
  const sealing = new ServiceFunction(scope, 'document-sealing', {
    functionsDirectory,
    timeout,
    memorySize: 2048,
    ...reservedConcurrency(scope, 20),
    environment: {
      DOCUMENTS_BUCKET: buckets.documents.bucketName,
      PAGE_URL: pageUrl,
      LIVE_SEAL_KEY_ID: keys.liveSeal.keyId,
      TEST_SEAL_KEY_ID: keys.testSeal.keyId,
      SIGNING_ACTS_KEYS: keyIdsOf(keys.signingActs),
      ...(timestampAuthorityUrl && { TIMESTAMP_AUTHORITY_URL: timestampAuthorityUrl }),
      ...trustAnchors(props.trustAnchors, join(functionsDirectory, 'document-sealing')),
      ...vendorSettings(keys, props.yousignUrl),
      ...(props.areLocalAuthoritiesAllowed && { LOCAL_WEBHOOK_RECEIVERS: 'allowed' }),
    },
  })
  letUseTable(sealing, table, { actions: ['GetItem', 'PutItem', 'Query', 'UpdateItem'] })
  letUseObjects(
    sealing,
    buckets.documents,
    // Files of ended requests are archived by copying them onto themselves, and purged.
    { prefix: 'originals/', actions: ['DeleteObject', 'GetObject', 'PutObject'] },
    { prefix: 'sealed/', actions: ['DeleteObject', 'GetObject', 'PutObject', 'PutObjectTagging'] },
    { prefix: 'signatures/', actions: ['DeleteObject', 'GetObject'] },
  )
  sealing.allow(['kms:GetPublicKey', 'kms:Sign'], [keys.liveSeal.keyArn, keys.testSeal.keyArn])
  sealing.allow(['kms:VerifyMac'], keyArnsOf(keys.signingActs))
  // Documents that were signed at an outside vendor are fetched there.
  sealing.allow(['kms:Decrypt'], [keys.vendorSecrets.keyArn])
  const { queue } = new JobQueue(scope, 'document-sealing', { alarms, functionTimeout: timeout, maxReceiveCount: 8 })
  sealing.addEventSource(queueSource(queue, { batchSize: 1 }))
  events.lead(['signature.seal_due', 'signature.renewal_due', 'signature.storage_due'], queue)
  alarmOnWords(sealing, foundation, {
    name: 'SealFailed',
    words: ['SealFailed', 'SealCertificateUnusable'],
    description: 'The document of a completed signature request could not be sealed',
  })
  alarmOnWords(sealing, foundation, {
    name: 'SealRenewalFailed',
    description: 'The seal of a document could not be extended and may stop being provable',
  })
}

/** Makes the bucket follow the table: keeps what a commit names, drops what it let go. */
function documentKeeping(scope: Construct, { functionsDirectory, alarms, buckets, events }: Foundation): void {
  const timeout = Duration.seconds(30)
  const keeping = new ServiceFunction(scope, 'document-keeping', {
    functionsDirectory,
    timeout,
    memorySize: 512,
    environment: {
      DOCUMENTS_BUCKET: buckets.documents.bucketName,
      ...(buckets.lockedProofs && { LOCKED_PROOFS_BUCKET: buckets.lockedProofs.bucketName }),
    },
  })
  if (buckets.lockedProofs) {
    letUseObjects(keeping, buckets.documents, { prefix: liveProofs, actions: ['GetObject'] })
    letUseObjects(keeping, buckets.lockedProofs, { prefix: liveProofs, actions: ['PutObject'] })
  }
  letUseObjects(
    keeping,
    buckets.documents,
    { prefix: 'originals/', actions: ['DeleteObject', 'DeleteObjectTagging'] },
    // Sealed documents, their evidence and what was signed with are deleted by a purge alone, in document-sealing; drawings that were replaced go here.
    { prefix: 'sealed/', actions: ['DeleteObjectTagging'] },
    { prefix: 'proofs/', actions: ['DeleteObjectTagging'] },
    { prefix: 'signatures/', actions: ['DeleteObject', 'DeleteObjectTagging'] },
  )
  // Without it S3 says that an object which is discarded already is forbidden.
  keeping.allow(['s3:ListBucket'], [buckets.documents.bucketArn])
  const { queue } = new JobQueue(scope, 'document-keeping', { alarms, functionTimeout: timeout })
  keeping.addEventSource(queueSource(queue, { batchSize: 10 }))
  events.lead(['document.stored', 'document.discarded'], queue)
}

function vendorSettings({ vendorSecrets }: Foundation['keys'], yousignUrl: string | undefined) {
  return { VENDOR_SECRETS_KEY: vendorSecrets.keyId, ...(yousignUrl && { YOUSIGN_URL: yousignUrl }) }
}

/** Hands requests to outside vendors and takes over what happens there. Their calls are slow. */
function signatureVendors(scope: Construct, { foundation, yousignUrl }: SignatureJobsProps): void {
  const { functionsDirectory, alarms, buckets, events, keys, table } = foundation
  const timeout = Duration.seconds(150)
  const vendors = new ServiceFunction(scope, 'signature-vendors', {
    functionsDirectory,
    timeout,
    memorySize: 512,
    environment: { DOCUMENTS_BUCKET: buckets.documents.bucketName, ...vendorSettings(keys, yousignUrl) },
  })
  // The e-mails of a test organization are counted.
  letUseTable(vendors, table, {
    actions: ['BatchWriteItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'],
  })
  letUseObjects(vendors, buckets.documents, { prefix: 'originals/', actions: ['GetObject'] })
  vendors.allow(['kms:Decrypt'], [keys.vendorSecrets.keyArn])
  const { queue } = new JobQueue(scope, 'signature-vendors', { alarms, functionTimeout: timeout, maxReceiveCount: 8 })
  vendors.addEventSource(queueSource(queue, { batchSize: 1 }))
  events.lead(['signature.signers_due'], queue, { vendor: [...externalVendors] })
  events.lead(['signature.vendor_due', 'signature.vendor_reminder_due'], queue)
  alarmOnWords(vendors, foundation, {
    name: 'VendorSignedAfterEnd',
    description: 'Everybody signed at an outside vendor after the request had ended here',
  })
  alarmOnWords(vendors, foundation, {
    name: 'VendorRequestMissing',
    description: 'An outside vendor does not have a request any more that was handed over to it',
  })
}

/** Plays signers of test organizations, a moment after they were asked, as people would. */
function simulatedVendor(scope: Construct, { functionsDirectory, alarms, events, table }: Foundation): void {
  const timeout = Duration.seconds(60)
  const vendor = new ServiceFunction(scope, 'simulated-vendor', { functionsDirectory, timeout, memorySize: 512 })
  letUseTable(vendor, table, { actions: ['GetItem', 'PutItem', 'Query'] })
  const { queue } = new JobQueue(scope, 'simulated-vendor', {
    alarms,
    functionTimeout: timeout,
    deliveryDelay: Duration.seconds(2),
  })
  vendor.addEventSource(queueSource(queue, { batchSize: 10 }))
  events.lead(['signature.signers_due'], queue, { vendor: ['simulated'] })
}
