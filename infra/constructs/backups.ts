import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib'
import {
  BackupPlan,
  BackupPlanRule,
  BackupResource,
  BackupVault,
  BackupVaultEvents,
  type IBackupVault,
} from 'aws-cdk-lib/aws-backup'
import type { ITable } from 'aws-cdk-lib/aws-dynamodb'
import { Schedule } from 'aws-cdk-lib/aws-events'
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import { Construct } from 'constructs'

export interface BackupsProps {
  readonly table: ITable
  readonly documents: IBucket
  readonly encryptionKey: IKey
  /** `-c backupCopyTo=…`: a vault elsewhere that gets a copy of each backup. */
  readonly copyTo: string | undefined
  /** Where a failure is told. */
  readonly told: ITopic
}

/** A daily backup is kept for five weeks, and that of the first of a month for a good year. */
const plans = [
  { name: 'Daily', schedule: { hour: '3', minute: '0' }, keptFor: Duration.days(35) },
  { name: 'Monthly', schedule: { day: '1', hour: '4', minute: '0' }, keptFor: Duration.days(400) },
] as const

/**
 * Backups of the table and of the documents by AWS Backup, beside the recovery that both have of their own: those are of this region
 * and of weeks. They can be copied to a vault of another region or account.
 */
export class Backups extends Construct {
  constructor(scope: Construct, id: string, { table, documents, encryptionKey, copyTo, told }: BackupsProps) {
    super(scope, id)
    const backupVault = new BackupVault(this, 'Vault', {
      encryptionKey,
      removalPolicy: RemovalPolicy.RETAIN,
      notificationTopic: told,
      notificationEvents: [BackupVaultEvents.BACKUP_JOB_FAILED, BackupVaultEvents.COPY_JOB_FAILED],
    })
    const copies = copyTo === undefined ? [] : [vaultAt(this, copyTo)]
    const plan = new BackupPlan(this, 'Plan', { backupVault })
    for (const { name, schedule, keptFor } of plans)
      plan.addRule(
        new BackupPlanRule({
          ruleName: name,
          scheduleExpression: Schedule.cron(schedule),
          deleteAfter: keptFor,
          copyActions: copies.map((destinationBackupVault) => ({ destinationBackupVault, deleteAfter: keptFor })),
        }),
      )
    const role = backupRole(this)
    encryptionKey.grant(role, ...ofTheKey)
    plan.addSelection('Data', {
      role,
      resources: [BackupResource.fromArn(table.tableArn), BackupResource.fromArn(documents.bucketArn)],
    })
  }
}

function vaultAt(scope: Construct, arn: string): IBackupVault {
  if (!/^arn:aws[\w-]*:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]{2,50}$/.test(arn))
    throw new Error(
      '-c backupCopyTo=… must be the ARN of a backup vault, such as arn:aws:backup:eu-west-1:123456789012:backup-vault:copies',
    )
  return BackupVault.fromBackupVaultArn(scope, 'Copies', arn)
}

/** What AWS Backup reads, and what it writes again when somebody restores. */
const managedPolicies = [
  'service-role/AWSBackupServiceRolePolicyForBackup',
  'service-role/AWSBackupServiceRolePolicyForRestores',
  'AWSBackupServiceRolePolicyForS3Backup',
  'AWSBackupServiceRolePolicyForS3Restore',
]

/** What the vault and what is backed up are encrypted with. Services act with the key by grants that the role makes for them. */
const ofTheKey = [
  'Decrypt',
  'DescribeKey',
  'Encrypt',
  'GenerateDataKey',
  'ReEncryptFrom',
  'ReEncryptTo',
  'CreateGrant',
].map((action) => `kms:${action}`)

function backupRole(scope: Construct): Role {
  const role = new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('backup.amazonaws.com'),
    managedPolicies: managedPolicies.map((name) => ManagedPolicy.fromAwsManagedPolicyName(name)),
  })
  for (const name of managedPolicies)
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${name}]`,
      reason:
        'AWS Backup changes what it calls from time to time, and these policies follow it. Only the service can take the role.',
    })
  return role
}
