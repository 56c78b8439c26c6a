import { operation } from '../../../shared/http/operation.ts'
import { followerPage } from './follower-page.ts'
import { followerLink } from './link-access.ts'
import { pageLocale, pageQuery } from './page-locale.ts'

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
  async handle({ grant, query, headers, path: { token } }) {
    return followerPage({ grant, token, locale: pageLocale(query, headers) })
  },
})
