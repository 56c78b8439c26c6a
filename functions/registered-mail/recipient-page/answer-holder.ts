import { answerLinkHolder, type LinkRequest } from '../../../shared/http/answer-link-holder.ts'
import { cookieHeaders, sessionOf } from '../../../shared/http/browser-session.ts'
import type { Outcome } from '../../../shared/http/gateway-handler.ts'
import { ownForm } from '../../../shared/http/own-form.ts'
import { equalInConstantTime } from '../../../shared/platform/constant-time.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { getItem, type Table } from '../../../shared/store/table.ts'
import { type LinkTarget, pageLinkKeyOf, pageLinks, tokenHash } from '../model/page-link.ts'
import { followerGrant } from './follower-grant.ts'
import { isPageAccess } from './link-access.ts'
import { ownerGrant } from './owner-grant.ts'
import { linkKeys } from './page-keys.ts'
import { recipientGrant } from './recipient-grant.ts'

/** The longest form has a reason of 500 characters. */
const maxBodyBytes = 10_000

/** Jobs and news of mail change the same item at the same moment. A person has no client that repeats the request. */
const maxTries = 8

/** The forms of the pages, and where they are. The page of followers has no form, and needs no cookie. */
const pages = {
  owner: { form: 'sender account', path: 'a' },
  recipient: { form: 'registered mail', path: 'r' },
  follower: { form: null, path: 'p' },
} as const

/** Answers the holder of a link to one of the pages. Each keeps its cookie for its own path. */
export async function answerHolder(request: LinkRequest): Promise<Outcome> {
  const { operation, incoming, platform } = request
  const { access } = operation
  if (!isPageAccess(access)) throw new Error(`${operation.id} is no operation of a page`)
  const { token = '' } = incoming.pathParameters
  const session = sessionOf(incoming.headers.cookie)
  const { form, path } = pages[access.page]
  const seen = { form: form && ownForm(incoming, form, token), sessionSha256: session.sha256 }
  return await answerLinkHolder(request, {
    maxBodyBytes,
    maxTries,
    async resolve() {
      const target = await targetOf(platform.table, token)
      if (access.page === 'owner' && target?.page === 'owner')
        return { ...seen, grant: await ownerGrant(platform.table, target) }
      if (access.page === 'recipient' && target?.page === 'recipient')
        return { ...seen, grant: await recipientGrant(platform.table, target) }
      if (access.page === 'follower' && target?.page === 'follower')
        return { ...seen, grant: await followerGrant(platform.table, target) }
      return { ...seen, grant: null }
    },
    organizationOf: ({ grant }) => (grant && 'item' in grant ? grant.item.orgId : null),
    authorOf: () => systemAuthor(incoming.requestId),
    headersFor: (granted) =>
      granted?.grant && form
        ? cookieHeaders(session, { baseUrl: incoming.baseUrl, page: `/${path}/${token}`, isFramed: false })
        : {},
  })
}

/** Where a link leads; null for links that do not exist, or whose key is retired. */
async function targetOf(table: Table, token: string): Promise<LinkTarget | null> {
  const key = pageLinkKeyOf(token)
  const item = key && (await getItem(table, key))
  const link = item ? fromItem(pageLinks, item) : null
  if (!link || !linkKeys().keys.has(link.key)) return null
  // What the key of the table found is decided by the record, in a time that tells nothing of it.
  return equalInConstantTime(link.hash, tokenHash(token)) ? link.target : null
}
