import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  HttpMethods,
  type IBucket,
  ObjectLockRetention,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { dayMs } from '../../shared/platform/clock.ts'
import { auditKeptForMs } from '../../shared/store/outbox-entry.ts'
import { existingArn } from './existing.ts'
import { settingsOf } from './settings.ts'
import { isOn } from './switches.ts'

export class Buckets extends Construct {
  /** Originals, images of signatures, signed documents and evidence, and answers that an item cannot hold. */
  readonly documents: IBucket
  /** Files on their way in, put by presigned URLs. */
  readonly uploads: Bucket
  /** The daily heads of audit chains, which nobody can change or delete for as long as audit entries are kept. */
  readonly auditHeads: Bucket
  /** Copies of the proofs of live organizations, which nobody can change or delete for ten years; null without `-c proofLock=on`. */
  readonly lockedProofs: Bucket | null

  constructor(scope: Construct, id: string, encryptionKey: IKey) {
    super(scope, id)
    const accessLogs = new Bucket(this, 'AccessLogs', {
      ...closed,
      // S3 writes access logs into buckets of this encryption only.
      encryption: BucketEncryption.S3_MANAGED,
      lifecycleRules: [{ expiration: Duration.days(365) }, versionsExpire(30)],
    })
    const encrypted = {
      ...closed,
      encryption: BucketEncryption.KMS,
      encryptionKey,
      bucketKeyEnabled: true,
      serverAccessLogsBucket: accessLogs,
    }
    const documents = existingArn(this, 'Documents')
    if (documents)
      this.documents = Bucket.fromBucketAttributes(this, 'Documents', { bucketArn: documents, encryptionKey })
    else
      this.documents = new Bucket(this, 'Documents', {
        ...encrypted,
        serverAccessLogsPrefix: 'documents/',
        lifecycleRules: [
          // Stored, but named by no commit: the keeping job takes the tag away from the others.
          { tagFilters: { orphan: 'true' }, expiration: Duration.days(7) },
          // As long as an Idempotency-Key, and a day more since S3 counts whole days.
          { prefix: 'answers/', expiration: Duration.days(2) },
          versionsExpire(30),
        ],
      })
    this.uploads = new Bucket(this, 'Uploads', {
      ...encrypted,
      serverAccessLogsPrefix: 'uploads/',
      lifecycleRules: [{ expiration: Duration.days(2) }, versionsExpire(1)],
      // The presigned URL is the permission, wherever the page is that uses it.
      cors: [
        { allowedMethods: [HttpMethods.PUT], allowedOrigins: ['*'], allowedHeaders: ['*'], exposedHeaders: ['ETag'] },
      ],
    })
    const lockedFor = Duration.days(auditKeptForMs / dayMs + 30)
    this.auditHeads = new Bucket(this, 'AuditHeads', {
      ...closed,
      // Who controls a key of ours is not to control whether heads can be read.
      encryption: BucketEncryption.S3_MANAGED,
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: 'audit-heads/',
      objectLockEnabled: true,
      objectLockDefaultRetention: ObjectLockRetention.compliance(lockedFor),
      lifecycleRules: [{ expiration: lockedFor.plus(Duration.days(1)) }, versionsExpire(1)],
    })
    const isLocked = isOn(settingsOf(scope), 'proofLock', false)
    this.lockedProofs = isLocked ? lockedProofs(this, accessLogs) : null
  }
}

/** Proofs are kept for ten years: nothing here deletes them afterwards either. */
const proofsLockedFor = Duration.days(3_653)

function lockedProofs(scope: Construct, accessLogs: Bucket): Bucket {
  return new Bucket(scope, 'LockedProofs', {
    ...closed,
    // Who controls a key of ours is not to control whether proofs can be read.
    encryption: BucketEncryption.S3_MANAGED,
    serverAccessLogsBucket: accessLogs,
    serverAccessLogsPrefix: 'locked-proofs/',
    objectLockEnabled: true,
    objectLockDefaultRetention: ObjectLockRetention.compliance(proofsLockedFor),
  })
}

const closed = {
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
  enforceSSL: true,
  minimumTLSVersion: 1.2,
  versioned: true,
  removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
} satisfies BucketProps

/** What was replaced or deleted can be brought back for some days; then nothing of it is left. */
const versionsExpire = (days: number) => ({
  noncurrentVersionExpiration: Duration.days(days),
  expiredObjectDeleteMarker: true,
  abortIncompleteMultipartUploadAfter: Duration.days(1),
})
