import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { type Mail, mails } from '../../functions/registered-mail/model/mail.ts'
import { dayMs, minuteMs, timestamp } from '../../shared/platform/clock.ts'
import { derivedUuidV7 } from '../../shared/platform/ids.ts'
import { inParallel } from '../../shared/platform/in-parallel.ts'
import { toItem } from '../../shared/store/collection.ts'
import type { MeteredCloud } from '../costs/metered-cloud.ts'
import { sampleMail } from '../registered-mail/unit/sample-item.ts'
import { tokenAbout } from '../support/access-token.ts'
import { type Tenant, table, tenant } from '../support/tenant.ts'
import type { Table } from './cells.ts'
import { growthOf, type Question } from './growing-list.ts'
import { endStream } from './seeded-requests.ts'

interface SeededMails {
  readonly tenant: Tenant
  readonly endMs: number
}

/** A word that one mail in twenty has. */
const oftenWord = 'lease'
const [batchSize, batchesAtOnce] = [100, 4]

/** The list has the newest mails first, so each is a minute older than the one before: the first pages stay the same. */
function createdAt({ endMs }: SeededMails, place: number): string {
  return timestamp(endMs - place * minuteMs)
}

function mailAt(list: SeededMails, place: number): Mail {
  const { org, entity } = list.tenant
  const at = createdAt(list, place)
  return {
    ...sampleMail,
    id: derivedUuidV7(Date.parse(at), `mail ${place}`),
    orgId: org.id,
    entityId: entity.id,
    providerId: org.providerId,
    subject: `Notice ${place % 20 === 1 ? oftenWord : 'of services'} ${place}`,
    status: place % 4 === 0 ? 'completed' : 'in_progress',
    createdAt: at,
    updatedAt: at,
  }
}

async function seedMails(list: SeededMails, from: number, to: number): Promise<void> {
  const { client, name: TableName } = table()
  const batches = Array.from({ length: Math.ceil((to - from) / batchSize) }, (_, index) => from + index * batchSize)
  await inParallel(batches, batchesAtOnce, async (start) => {
    const places = Array.from({ length: Math.min(batchSize, to - start) }, (_, index) => start + index)
    const items = places.map((place) => toItem(mails, mailAt(list, place)))
    await client.send(new TransactWriteCommand({ TransactItems: items.map((Item) => ({ Put: { TableName, Item } })) }))
  })
}

function questionsOf(list: SeededMails): Record<string, Question> {
  return {
    'no filter': { filters: {} },
    'no filter, second page': { filters: {}, page: 'second' },
    'status completed, 25 %': { filters: { status: 'completed' } },
    'q, 5 %': { filters: { q: oftenWord } },
    'created in an hour': { filters: { createdFrom: createdAt(list, 59), createdTo: createdAt(list, 0) } },
  }
}

/** What a page of the registered mails of an entity costs as they grow, by what it is asked for. Sizes ascend. */
export async function mailGrowth(metered: MeteredCloud, sizes: readonly number[]): Promise<Record<string, Table>> {
  const of = await tenant({ tokenOf: ({ clientId }) => tokenAbout(clientId), client: { requestsPerMinute: 1e6 } })
  const list = { tenant: of, endMs: Date.now() - dayMs }
  await endStream(table())
  const grown = { tenant: of, path: '/v1/registered-mails', things: 'registered mails' }
  return await growthOf(metered, grown, questionsOf(list), { sizes, grow: (from, to) => seedMails(list, from, to) })
}
