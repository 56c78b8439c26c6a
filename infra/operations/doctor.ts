/** The command `npm run doctor`: looks at an AWS account, and says what the installation lacks. */
import { resolveTxt } from 'node:dns/promises'
import { parseArgs } from 'node:util'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { SESv2Client } from '@aws-sdk/client-sesv2'
import { SNSClient } from '@aws-sdk/client-sns'
import { tableAt } from '../../shared/store/table.ts'
import { stackName } from '../stack-name.ts'
import { runCommand } from './command.ts'
import type { AccountClients } from './examination/account.ts'
import { examine, type Finding } from './examination/examination.ts'
import { write } from './output.ts'
import { hasProvider } from './provider-slug.ts'
import { CommandRefusal } from './refusal.ts'
import { stackOutput } from './stack-output.ts'

const usage = `Looks at an AWS account and says what the installation lacks. It changes nothing.

  npm run doctor -- [--stack NAME] [--region REGION]

  --stack NAME       the stack (default ${stackName})
  --region REGION    another region than that of your environment

Credentials come from your environment. They must allow lambda:GetAccountSettings, lambda:GetFunctionConfiguration,
ses:GetAccount, ses:GetEmailIdentity, sns:GetSMSSandboxAccountStatus, sns:GetSMSAttributes, sns:ListSubscriptionsByTopic,
dynamodb:DescribeTable, dynamodb:DescribeContinuousBackups, cloudformation:DescribeStacks, and reading the table.
It exits with 1 if something is missing and with 2 if the options are wrong.`

const signs: Readonly<Record<Finding['state'], string>> = { ok: 'ok     ', missing: 'MISSING', advice: 'advice ' }

await runCommand(
  usage,
  async (args) => {
    const options = { stack: { type: 'string', default: stackName }, region: { type: 'string' } } as const
    const { stack, region } = parseArgs({ args, options }).values
    const clients = clientsOf(stack, region)
    await demandAccess(clients)
    const findings = await examine(clients, stack)
    for (const { state, about, text } of findings) await write(`${signs[state]}  ${about}: ${text}\n`)
    if (findings.some(({ state }) => state === 'missing')) process.exitCode = 1
  },
  { needsArguments: false },
)

function clientsOf(stack: string, region: string | undefined): AccountClients {
  const where = region === undefined ? {} : { region }
  const dynamodb = new DynamoDBClient(where)
  return {
    dynamodb,
    lambda: new LambdaClient(where),
    ses: new SESv2Client(where),
    sns: new SNSClient(where),
    output: (name) => stackOutput(dynamodb, stack, name).catch(nothingIfRefused),
    texts: async (name) => (await resolveTxt(name).catch(() => [])).map((parts) => parts.join('')),
    hasProvider: (name) => hasProvider(tableAt(dynamodb, name)),
  }
}

/** Nothing can be looked at without a region and credentials: the search for them fails here, once. */
async function demandAccess({ dynamodb: { config } }: AccountClients): Promise<void> {
  await config.region()
  await config.credentials()
}

function nothingIfRefused(error: unknown): null {
  if (error instanceof CommandRefusal) return null
  throw error
}
