import * as v from 'valibot'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { activityView, latestActivity, maxActivity } from '../model/activity.ts'
import { registeredMails } from '../model/mail-parts.ts'

export const listRegisteredMailActivity = operation({
  id: 'listRegisteredMailActivity',
  method: 'GET',
  path: '/v1/registered-mails/{mailId}/activity',
  tag: 'Registered mail',
  summary: 'List the activity of a registered mail and its items',
  description: `Returns the latest ${maxActivity} entries at once, oldest first.`,
  access: {
    to: 'resource',
    resource: registeredMails,
    permission: 'registered_mail.read',
    feature: 'registered_mail',
  },
  responses: { 200: v.object({ results: v.array(activityView) }) },
  errors: [],
  preload: ({ table, path }) => latestActivity(table, path.mailId.toLowerCase()),
  async handle({ preloaded }) {
    return reply(200, { results: preloaded })
  },
})
