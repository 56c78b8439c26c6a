import { operation } from '../../../shared/http/operation.ts'
import { brandKeys } from '../../../shared/pages/brand-keys.ts'
import { pageLocale, pageQuery } from '../../../shared/pages/page-locale.ts'
import { logosAt } from '../../../shared/pages/stored-brand.ts'
import { nodeKey } from '../../../shared/store/entities.ts'
import { getItems, type Table } from '../../../shared/store/table.ts'
import type { Mail } from '../model/mail.ts'
import { followerPage } from './follower-page.ts'
import { followerLink } from './link-access.ts'
import { brandOfMail } from './recipient-grant.ts'

export const showFollowerPage = operation({
  id: 'showProofsPage',
  method: 'GET',
  path: '/p/{token}',
  tag: 'Registered mail pages',
  summary: 'The page of a follower, with the proofs of one recipient',
  access: followerLink,
  query: pageQuery,
  responses: { 200: 'binary' },
  errors: [],
  streams: true,
  async handle({ grant, query, headers, path: { token }, baseUrl, table }) {
    const brand = grant && (await brandOf(table, grant.mail, logosAt(baseUrl)))
    return followerPage({ grant, token, locale: pageLocale(query, headers), baseUrl, brand })
  },
})

async function brandOf(table: Table, mail: Mail, logos: string) {
  return brandOfMail(await getItems(table, [nodeKey(mail.orgId), ...brandKeys(mail)]), mail)(logos)
}
