import { DescribeContinuousBackupsCommand, DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetAccountSettingsCommand, GetFunctionConfigurationCommand, type LambdaClient } from '@aws-sdk/client-lambda'
import { GetAccountCommand, GetEmailIdentityCommand, NotFoundException, type SESv2Client } from '@aws-sdk/client-sesv2'
import {
  GetSMSAttributesCommand,
  GetSMSSandboxAccountStatusCommand,
  ListSubscriptionsByTopicCommand,
  type SNSClient,
} from '@aws-sdk/client-sns'

/** What the doctor asks; tests give clients of their own. */
export interface AccountClients {
  readonly lambda: LambdaClient
  readonly ses: SESv2Client
  readonly sns: SNSClient
  readonly dynamodb: DynamoDBClient
  /** An output of the stack; null where there is no such stack or output. */
  readonly output: (name: string) => Promise<string | null>
  /** The texts of a name in the DNS; none where it does not exist. */
  readonly texts: (name: string) => Promise<string[]>
  /** Whether `npm run bootstrap` has made a provider in the table. */
  readonly hasProvider: (table: string) => Promise<boolean>
}

export async function functionsAtOnce({ lambda }: AccountClients): Promise<number> {
  const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}))
  return AccountLimit?.ConcurrentExecutions ?? 0
}

/** The settings of a function; null where it is not deployed. */
export async function settingsOf({ lambda }: AccountClients, name: string): Promise<Record<string, string> | null> {
  try {
    const { Environment } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName: name }))
    return Environment?.Variables ?? {}
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return null
    throw error
  }
}

export async function mailAccount({ ses }: AccountClients) {
  const { ProductionAccessEnabled, SendingEnabled, EnforcementStatus, SendQuota } = await ses.send(
    new GetAccountCommand({}),
  )
  return {
    isInSandbox: ProductionAccessEnabled !== true,
    isSending: SendingEnabled === true && EnforcementStatus !== 'SHUTDOWN',
    perDay: SendQuota?.Max24HourSend ?? 0,
  }
}

/** What SES knows of a domain; null where it does not know it. */
export async function mailDomain({ ses }: AccountClients, domain: string) {
  try {
    const answer = await ses.send(new GetEmailIdentityCommand({ EmailIdentity: domain }))
    const { MailFromDomain: name, MailFromDomainStatus: status } = answer.MailFromAttributes ?? {}
    return {
      isVerified: answer.VerifiedForSendingStatus === true && answer.DkimAttributes?.Status === 'SUCCESS',
      mailFrom: name ? { name, isFound: status === 'SUCCESS' } : null,
    }
  } catch (error) {
    if (error instanceof NotFoundException) return null
    throw error
  }
}

export async function smsAccount({ sns }: AccountClients) {
  const [{ IsInSandbox }, { attributes }] = await Promise.all([
    sns.send(new GetSMSSandboxAccountStatusCommand({})),
    sns.send(new GetSMSAttributesCommand({})),
  ])
  return { isInSandbox: IsInSandbox === true, dollarsPerMonth: Number(attributes?.MonthlySpendLimit ?? '1') }
}

/** Whether somebody has confirmed to get what is sent to a topic. */
export async function hasSubscriber({ sns }: AccountClients, topic: string): Promise<boolean> {
  const { Subscriptions = [] } = await sns.send(new ListSubscriptionsByTopicCommand({ TopicArn: topic }))
  return Subscriptions.some(({ SubscriptionArn = '' }) => SubscriptionArn.startsWith('arn:'))
}

export async function tableProtection({ dynamodb }: AccountClients, table: string) {
  const [{ Table }, { ContinuousBackupsDescription }] = await Promise.all([
    dynamodb.send(new DescribeTableCommand({ TableName: table })),
    dynamodb.send(new DescribeContinuousBackupsCommand({ TableName: table })),
  ])
  const recovery = ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus
  return { isUndeletable: Table?.DeletionProtectionEnabled === true, isRecoverable: recovery === 'ENABLED' }
}
