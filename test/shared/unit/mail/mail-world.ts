import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { SESv2Client } from '@aws-sdk/client-sesv2'
import { SNSClient } from '@aws-sdk/client-sns'
import * as v from 'valibot'
import { vi } from 'vitest'
import { startDynamoDb } from '../../../../infra/local/engines/dynamodb.ts'
import { startMailAndSms } from '../../../../infra/local/engines/mail-and-sms.ts'
import type { SesEvent } from '../../../../infra/local/engines/ses-events.ts'
import { newTrace, traceHeaderOf } from '../../../../infra/local/trace.ts'
import { shortenPauses } from '../../../../infra/local/virtual-clock.ts'
import { type Mail, mailKey, mails } from '../../../../shared/mail/mail.ts'
import type { Mailer } from '../../../../shared/mail/mailer.ts'
import { noteNews } from '../../../../shared/mail/note-news.ts'
import { readSesEvent } from '../../../../shared/mail/ses-event.ts'
import { sesMailer } from '../../../../shared/mail/ses-mailer.ts'
import { snsTextSender } from '../../../../shared/mail/sns-text-sender.ts'
import type { TextSender } from '../../../../shared/mail/text-message.ts'
import { recordCalls, unrepeatedCalls } from '../../../../shared/platform/aws-calls.ts'
import { systemIds } from '../../../../shared/platform/ids.ts'
import { fromItem, recordsOf } from '../../../../shared/store/collection.ts'
import { outboxEntries, outboxPartition } from '../../../../shared/store/outbox-entry.ts'
import type { Platform } from '../../../../shared/store/platform.ts'
import { getItem, queryPartition, tableAt } from '../../../../shared/store/table.ts'
import type { Plan, TracedCall } from '../../../faults/support/fault-proxy.ts'
import { startFaultProxy } from '../../../faults/support/fault-proxy.ts'

/** A table, SES and SNS on this machine, with a clock that the test moves and calls that it breaks. */
export interface MailWorld {
  readonly dependencies: Platform & { readonly mailer: Mailer; readonly textSender: TextSender }
  advance(byMs: number): void
  /** Runs as one invocation of a function, whose calls break as planned. Rejects where the function fails, or dies. */
  invocation(plans: readonly Plan[], run: () => Promise<void>): Promise<readonly TracedCall[]>
  /** How many messages a recipient got. */
  countSentTo(recipient: string): Promise<number>
  /** Hands on what SES has told since the last time, the last first where asked for. */
  handOnEvents(order?: 'in order' | 'reversed'): Promise<void>
  mail(id: string): Promise<Mail | null>
  /** What was told of an organization's mail, in the order of the commits. */
  toldOf(orgId: string): Promise<{ status: unknown; version: unknown }[]>
  close(): Promise<void>
}

const key = (name: string, KeyType: 'HASH' | 'RANGE') => ({ AttributeName: name, KeyType }) as const
const table = {
  TableName: 'sealpost',
  AttributeDefinitions: ['PK', 'SK'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
  KeySchema: [key('PK', 'HASH'), key('SK', 'RANGE')],
}
const region = 'us-east-1'
const credentials = { accessKeyId: 'any', secretAccessKey: 'any' }
/** The SDK tries a broken call three times, with pauses of up to a second. */
shortenPauses(50)

const countSchema = v.array(v.looseObject({ id: v.string() }))

export async function mailWorld(): Promise<MailWorld> {
  const closing = new AsyncDisposableStack()
  const directory = mkdtempSync(join(tmpdir(), 'mail-world-'))
  closing.defer(() => rmSync(directory, { recursive: true }))
  const dynamodb = await startDynamoDb({ dataDirectory: directory, tables: [table] })
  closing.defer(() => dynamodb.close())
  const told: SesEvent[] = []
  const everything = ['send', 'delivery', 'bounce', 'complaint']
  const inbox = await startMailAndSms({
    identities: ['sealpost.example'],
    configurationSets: [{ name: 'mails', publishes: everything }],
    publish: (event) => void told.push(event),
  })
  closing.defer(() => inbox.close())
  const { faults, dead } = faultsOfDyingFunctions()
  closing.defer(() => faults.close())
  const nowhere = 'http://127.0.0.1:9'
  const reached = await faults.between({
    dynamodb: dynamodb.endpoint,
    email: inbox.endpoint,
    sms: inbox.endpoint,
    s3: nowhere,
    sqs: nowhere,
    kms: nowhere,
    secretsManager: nowhere,
    eventBridge: nowhere,
    stepFunctions: nowhere,
  })
  const own = <Client extends { destroy(): void }>(client: Client) => closing.adopt(client, () => client.destroy())
  const records = { region, credentials, ...recordCalls }
  const client = own(new DynamoDBClient({ ...records, endpoint: reached.dynamodb }))
  const unrepeated = { region, credentials, ...unrepeatedCalls }
  const ses = own(new SESv2Client({ ...unrepeated, endpoint: reached.email }))
  const sns = own(new SNSClient({ ...unrepeated, endpoint: reached.sms }))
  let nowMs = Date.parse('2026-03-01T12:00:00.000Z')
  const dependencies = {
    table: tableAt(client, 'sealpost'),
    ids: systemIds,
    clock: () => nowMs,
    mailer: sesMailer({ client: ses, from: 'Sealpost <no-reply@sealpost.example>', configurationSet: 'mails' }),
    textSender: snsTextSender({ client: sns, senderId: 'Sealpost' }),
  }
  return {
    dependencies,
    advance: (byMs) => {
      nowMs += byMs
    },
    async invocation(plans, run) {
      const trace = newTrace()
      faults.plan(trace, plans)
      // What Lambda tells the SDK, which passes it on with every call.
      vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'sending')
      vi.stubEnv('_X_AMZN_TRACE_ID', traceHeaderOf(trace))
      try {
        await run()
        if (dead.has(trace)) throw new Error('the function died')
        return [...faults.callsOf(trace)]
      } finally {
        vi.unstubAllEnvs()
        await faults.forget(trace)
      }
    },
    async countSentTo(recipient) {
      const response = await fetch(`${inbox.endpoint}/messages?to=${encodeURIComponent(recipient)}`)
      return v.parse(countSchema, await response.json()).length
    },
    async handOnEvents(order = 'in order') {
      const events = told.splice(0)
      for (const event of order === 'in order' ? events : events.reverse()) {
        const read = readSesEvent(event)
        if (read) await noteNews(dependencies, read.mailId, read.news)
      }
    },
    async mail(id) {
      const item = await getItem(dependencies.table, mailKey(id))
      return item ? fromItem(mails, item) : null
    },
    async toldOf(orgId) {
      const found = recordsOf(outboxEntries, await queryPartition(dependencies.table, outboxPartition(orgId), ''))
      // In one moment of the clock their own ids tell no order; that of what happened to the mail, its versions do.
      return found
        .flatMap(({ jobs }) => jobs.map(({ data }) => ({ status: data.status, version: data.version })))
        .sort((a, b) => Number(a.version) - Number(b.version))
    },
    close: () => closing.disposeAsync(),
  }
}

/** After the call at which its thread ends, nothing of a function arrives any more. */
function faultsOfDyingFunctions() {
  const dead = new Set<string>()
  const faults = startFaultProxy()
  faults.reach({ end: (trace) => void dead.add(trace) })
  faults.breakWhere(({ trace = '' }) => (dead.has(trace) ? 'drop' : undefined))
  return { faults, dead }
}
