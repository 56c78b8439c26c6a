import * as v from 'valibot'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { grantView } from './grant-view.ts'
import { readOwnGrants } from './own-grants.ts'

export const listOwnGrants = operation({
  id: 'listOwnGrants',
  method: 'GET',
  path: '/v1/me/grants',
  tag: 'Applications',
  summary: 'List the grants that you gave to applications',
  description:
    'All grants in one answer, newest first. Grants that an administrator gave for every member are not included.',
  access: { to: 'principal', peopleOnly: true },
  responses: { 200: v.object({ results: v.array(grantView) }) },
  errors: [],
  preload: ({ readItems, account }) => readOwnGrants(readItems, account),
  async handle({ preloaded: { own, toView } }) {
    return reply(200, { results: own.map(toView) })
  },
})
