import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { csvTable } from '../../functions/contacts/api/csv-rows.ts'
import type { ImportInput } from '../../functions/contacts/api/import-input.ts'
import { runImport } from '../../functions/contacts/api/run-import.ts'
import { importLimits } from '../../functions/contacts/model/import-limits.ts'
import type { Principal } from '../../shared/auth/principal.ts'
import { isRefusal } from '../../shared/errors/refusal.ts'
import { systemIds } from '../../shared/platform/ids.ts'
import { systemAuthor } from '../../shared/store/audit.ts'
import { tableAt } from '../../shared/store/table.ts'
import { UnitOfWork } from '../../shared/store/unit-of-work.ts'
import { held, type Table } from './cells.ts'
import { phoneAt } from './seeded-contacts.ts'
import { writeBill } from './write-bill.ts'

const { maxRows } = importLimits
/** How long each call of DynamoDB takes. */
const callMs = 10

const mapping = { firstName: 'first', lastName: 'last', email: 'email', mobilePhone: 'mobile' }

const hashOf = (place: number) => createHash('sha256').update(`word ${place}`).digest('hex').slice(0, 8)
const wordOf = (place: number) => hashOf(place).replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')

/** People with an e-mail that has their names, and a mobile number. */
const bytes = Buffer.from(
  [
    'first,last,email,mobile',
    ...Array.from({ length: maxRows }, (_, row) => {
      const [first, last] = [wordOf(row), wordOf(row + maxRows)]
      return `${first},${last},${first}.${last}@example.com,${phoneAt(row)}`
    }),
  ].join('\n'),
)

const profile = {
  id: 'key_bench',
  kind: 'service' as const,
  email: null,
  firstName: 'Benchmark',
  lastName: null,
  locale: 'en',
  avatarUrl: null,
  welcomeCompletedAt: null,
  providerId: randomUUID(),
  createdAt: '2026-01-01T00:00:00.000Z',
  version: 1,
}
const principal: Principal = {
  kind: 'api_key',
  id: 'key_bench',
  clientId: 'key_bench',
  profile,
  memberships: [],
  scopes: [],
  application: null,
}

/** What it takes to import as many rows as are taken at once into an empty address book, no engine's time counted. */
export async function importCosts(): Promise<Table> {
  return {
    'a dry run': await costsOf({ dryRun: true }, 0),
    'shared contacts': await costsOf({}, 10),
    'contacts with a tag': await costsOf({ tags: ['fair'] }, 10),
    'contacts with 20 tags of one letter': await costsOf({ tags: twentyTags }, null),
    'private contacts': await costsOf({ isPrivate: true }, 10),
    'private contacts with a tag': await costsOf({ isPrivate: true, tags: ['fair'] }, 10),
  }
}

/** As many as an import may give. A row takes a unit more for each, and all of them go to one key. */
const twentyTags = Array.from({ length: 20 }, (_, index) => `fair${'abcdefghijklmnopqrst'[index]}`)

/** Null: the import needs more write units than it can write before its answer is due, so its time has no goal. */
async function costsOf(data: Partial<ImportInput>, goal: number | null) {
  const { table, units, calls, mostInSecond } = slowTable()
  const entity = { id: randomUUID(), orgId: randomUUID(), providerId: randomUUID(), livemode: true }
  const input: ImportInput = {
    entityId: entity.id,
    mapping,
    onDuplicate: 'skip',
    tags: [],
    kind: 'person',
    isPrivate: false,
    dryRun: false,
    ...data,
  }
  const beganAt = performance.now()
  const content = csvTable(bytes, maxRows)
  if ('faultyLine' in content) throw new Error('the file cannot be read')
  const report = await runImport({
    table,
    clock: Date.now,
    ids: systemIds,
    entity,
    principal,
    input,
    idempotencyKey: 'key',
    file: { name: 'contacts.csv', bytes, content, upload: null },
    origin: { requestId: 'bench', ip: '127.0.0.1', userAgent: null },
    signal: new AbortController().signal,
    work: new UnitOfWork({ table, clock: Date.now, ids: systemIds, author: systemAuthor('bench') }),
  })
  const seconds = (performance.now() - beganAt) / 1000
  if (isRefusal(report)) throw new Error(report.message)
  const total = (start: string) => [...units].reduce((sum, [key, paid]) => sum + (key.startsWith(start) ? paid : 0), 0)
  return {
    created: report.created,
    calls: calls(),
    'of the table, a row': perRow(total('PK')),
    'of indexes, a row': perRow(total('GSI')),
    'write units, a row': held(perRow(total('')), goal ?? undefined),
    'on the busiest key': Math.max(0, ...units.values()),
    'most of a second on one key': held(mostInSecond(), 1_000),
    seconds: held(Math.round(seconds * 10) / 10, goal === null ? undefined : 25),
  }
}

const perRow = (units: number) => Math.round((units / maxRows) * 100) / 100

/** A table that takes everything in its time, gives nothing of it, and notes what is paid for each partition. */
function slowTable() {
  const busiest = busiestSecond()
  const bill = writeBill(busiest.note)
  let calls = 0
  const client = new DynamoDBClient({ region: 'eu-west-3', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } })
  client.middlewareStack.add(
    () =>
      async ({ input }) => {
        calls++
        bill.note(input)
        await pause(callMs)
        return { response: {}, output: { $metadata: {}, Items: [], Responses: {} } }
      },
    { step: 'initialize', name: 'slow', priority: 'high' },
  )
  return { table: tableAt(client, 'bench'), units: bill.units, calls: () => calls, mostInSecond: busiest.most }
}

/** The most units that one key was given within any second. */
function busiestSecond() {
  const recent = new Map<string, { atMs: number; units: number }[]>()
  const sums = new Map<string, number>()
  let most = 0
  const note = (key: string, units: number) => {
    const nowMs = performance.now()
    const within = recent.get(key) ?? []
    within.push({ atMs: nowMs, units })
    let sum = (sums.get(key) ?? 0) + units
    while (within[0] && within[0].atMs <= nowMs - 1_000) sum -= within.shift()?.units ?? 0
    recent.set(key, within)
    sums.set(key, sum)
    most = Math.max(most, sum)
  }
  return { note, most: () => most }
}
