import { membershipsNow } from '../../../shared/auth/memberships-now.ts'
import { type Principal, profiles, readAccount } from '../../../shared/auth/principal.ts'
import { isRefusal, refuse } from '../../../shared/errors/refusal.ts'
import { answerLinkHolder, type LinkRequest } from '../../../shared/http/answer-link-holder.ts'
import type { EntitiesTarget, LinkAccess } from '../../../shared/http/authorization/access.ts'
import { authorize } from '../../../shared/http/authorization/checks.ts'
import type { Outcome } from '../../../shared/http/gateway-handler.ts'
import { batchLoader } from '../../../shared/store/batch-loader.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import { type EntityPlace, nodeKey } from '../../../shared/store/entities.ts'
import { settingsReader } from '../../../shared/store/settings-reader.ts'
import { getItem, type Table } from '../../../shared/store/table.ts'
import { type Feed, feedOf } from './feed.ts'

/** What a feed reads: the tasks of every entity where its owner may use tasks. */
export const readTasks: EntitiesTarget = { to: 'entities', permission: 'tasks.use', feature: 'tasks' }

/** What the address of a feed grants. */
export interface FeedGrant {
  readonly feed: Feed
  readonly entityIds: readonly string[]
  /** The organization whose clock counts; null: a feed of all entities has the real time. */
  readonly orgId: string | null
  /** The real time of the reading. */
  readonly readAtMs: number
}

export const feedLink: LinkAccess<FeedGrant> = { to: 'link', notFound: 'not_found' }

const noFeed = refuse('not_found', 'There is no such calendar. Its owner may have deleted it.')

/** Answers a calendar. The rights of the feed's owner are checked each time. */
export async function answerCalendar(request: LinkRequest): Promise<Outcome> {
  const { platform, incoming } = request
  const { requestId, ip, headers } = incoming
  return await answerLinkHolder<FeedGrant>(request, {
    maxBodyBytes: 0,
    maxTries: 3,
    async resolve(readAtMs) {
      const feed = await feedOf(platform.table, incoming.pathParameters.file ?? '')
      const places = feed && (await readableBy(platform.table, feed))
      if (!places) return noFeed
      const orgId = feed.entityId === null ? null : (places[0]?.orgId ?? null)
      return { feed, entityIds: places.map(({ entityId }) => entityId), orgId, readAtMs }
    },
    organizationOf: ({ orgId }) => orgId,
    authorOf: ({ feed }) => ({
      actor: { type: 'user', id: feed.accountId, name: 'calendar' },
      requestId,
      ip,
      userAgent: headers['user-agent'] ?? null,
    }),
  })
}

/** The entities whose tasks the owner of a feed may read now; null: none any more. */
async function readableBy(table: Table, { accountId, entityId }: Feed): Promise<readonly EntityPlace[] | null> {
  const [account, item] = await Promise.all([
    readAccount(table, accountId),
    entityId === null ? null : getItem(table, nodeKey(entityId)),
  ])
  const [profile] = recordsOf(profiles, account)
  if (!profile) return null
  const principal: Principal = {
    kind: 'user',
    id: accountId,
    clientId: accountId,
    profile,
    memberships: await membershipsNow(table, profile, account),
    scopes: [],
    application: null,
  }
  const readItems = batchLoader(table)
  const settings = settingsReader(readItems, { names: [], needsSettings: false })
  const named = { table, settings, path: {}, ...(entityId !== null && { entityId, entityItem: item }) }
  const granted = await authorize({ principal, access: readTasks, consentUrl: null }, named)
  return isRefusal(granted) || granted.to !== 'entities' ? null : granted.accesses
}
