import { join } from 'node:path'
import type { Endpoints } from './endpoints.ts'
import type { HostedResources } from './engine-properties.ts'
import { startDynamoDb } from './engines/dynamodb.ts'
import { type EventBridge, startEventBridge } from './engines/event-bridge.ts'
import type { Failure, Target } from './engines/event-deliveries.ts'
import { startKms } from './engines/kms.ts'
import { startMailAndSms } from './engines/mail-and-sms.ts'
import { startS3 } from './engines/s3.ts'
import { startSecretsManager } from './engines/secrets-manager.ts'
import { startSqs } from './engines/sqs.ts'
import type { StateMachineHandlers } from './engines/state-machine.ts'
import { startStepFunctions } from './engines/step-functions.ts'
import type { FunctionHost } from './function-host.ts'
import type { Queues } from './queues.ts'
import { type Deliver, invokeFunction } from './targets.ts'
import { arnOf, localAccount, localRegion } from './template-resources.ts'

type StoreHosts = {
  dynamodb: Awaited<ReturnType<typeof startDynamoDb>>
  s3: Awaited<ReturnType<typeof startS3>>
  sqs: Awaited<ReturnType<typeof startSqs>>
  kms: Awaited<ReturnType<typeof startKms>>
  secretsManager: Awaited<ReturnType<typeof startSecretsManager>>
}
/** The engines that only keep things: they call nobody. */
export type Stores = Readonly<StoreHosts>

const where = { region: localRegion, accountId: localAccount }

/** Starts the engines that only keep things; each is closed by `closing`, also when the next one does not start. */
export async function startStores(
  { tables, buckets, queues, keys, secrets }: HostedResources,
  dataDirectory: string,
  closing: AsyncDisposableStack,
): Promise<Stores> {
  const own = <Engine extends { close(): Promise<void> }>(engine: Engine) => closing.adopt(engine, () => engine.close())
  return {
    dynamodb: own(await startDynamoDb({ tables, dataDirectory, ...where })),
    s3: own(await startS3({ buckets, dataDirectory: join(dataDirectory, 's3') })),
    sqs: own(await startSqs({ queues, dataDirectory, ...where })),
    kms: own(await startKms({ keys, dataDirectory, ...where })),
    secretsManager: own(await startSecretsManager({ secrets, dataDirectory, ...where })),
  }
}

export type EnginesOptions = {
  hosted: HostedResources
  stores: Stores
  dataDirectory: string
  speed: number
  inboxPort: number
  /** How executions wait; by the timers of this process where nothing is said. */
  sleep?: StateMachineHandlers['sleep'] | undefined
  /** Takes what could not be delivered. */
  queues: Pick<Queues, 'send'>
}

export type Engines = {
  endpoints: Endpoints
  /** Lets events and state machines reach functions; until then they wait. */
  connect(functions: FunctionHost, deliver: Deliver): void
}

/** Starts the engines that call functions: EventBridge and Step Functions; and the inbox of mail and SMS. */
export async function startEngines(options: EnginesOptions, closing: AsyncDisposableStack): Promise<Engines> {
  const { stores, dataDirectory, hosted } = options
  const connection = Promise.withResolvers<{ functions: FunctionHost; deliver: Deliver }>()
  connection.promise.catch(() => {})
  const own = <Engine extends { close(): Promise<void> }>(engine: Engine) => closing.adopt(engine, () => engine.close())
  const stepFunctions = own(
    await startStepFunctions({
      ...where,
      stateMachines: hosted.stateMachines,
      speed: options.speed,
      ...(options.sleep && { sleep: options.sleep }),
      invoke: async (arn, payload) =>
        invokeFunction((await connection.promise).functions, arn, JSON.stringify(payload)),
    }),
  )
  const eventBridge = own(
    await startEventBridge({
      ...where,
      dataDirectory,
      buses: hosted.buses,
      rules: hosted.rules.map(withRetriesOfLambda),
      deliver: async ({ Arn }, payload) => (await connection.promise).deliver(Arn, payload),
      deadLetter: async (target, payload, failure) => {
        console.error(`An event could not be delivered to ${target.Arn}:`, failure.error)
        const { DeadLetterConfig } = target
        if (!DeadLetterConfig?.Arn) return
        await options.queues.send(DeadLetterConfig.Arn, JSON.stringify(payload), deadLetterAttributes(target, failure))
      },
    }),
  )
  const inbox = own(await startInbox(options, eventBridge))
  closing.defer(() => connection.reject(new Error('The local cloud stops')))
  const { dynamodb, s3, sqs, kms, secretsManager } = stores
  return {
    endpoints: {
      dynamodb: dynamodb.endpoint,
      s3: s3.endpoint,
      sqs: sqs.endpoint,
      kms: kms.endpoint,
      secretsManager: secretsManager.endpoint,
      eventBridge: eventBridge.endpoint,
      stepFunctions: stepFunctions.endpoint,
      email: inbox.endpoint,
      sms: inbox.endpoint,
    },
    connect: (functions, deliver) => connection.resolve({ functions, deliver }),
  }
}

/** The port asked for keeps the inbox's address from one start to the next; another one does when it is taken. */
async function startInbox({ dataDirectory, hosted, inboxPort }: EnginesOptions, { publish }: EventBridge) {
  const { identities, configurationSets } = hosted
  const inbox = { ...where, dataDirectory, identities, configurationSets, publish }
  try {
    return await startMailAndSms({ ...inbox, port: inboxPort })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    return startMailAndSms(inbox)
  }
}

/** The message attributes that EventBridge gives an event in a dead-letter queue. */
function deadLetterAttributes({ Arn }: Target, { rule, attempts, error }: Failure): Record<string, string> {
  return {
    RULE_ARN: arnOf('events', `rule/${rule}`),
    TARGET_ARN: Arn,
    ERROR_CODE: 'SDK_CLIENT_ERROR',
    ERROR_MESSAGE: error instanceof Error ? error.message : String(error),
    RETRY_ATTEMPTS: String(attempts - 1),
  }
}

type Rule = HostedResources['rules'][number]

/** EventBridge hands an event to Lambda at once, and it is Lambda that tries twice more when the function fails. */
function withRetriesOfLambda(rule: Rule): Rule {
  const Targets = rule.Targets?.map((target) =>
    target.Arn.startsWith('arn:aws:lambda:') ? { ...target, RetryPolicy: { MaximumRetryAttempts: 2 } } : target,
  )
  return { ...rule, Targets }
}
