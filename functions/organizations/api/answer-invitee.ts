import { isRefusal } from '../../../shared/errors/refusal.ts'
import { answerLinkHolder, type LinkRequest } from '../../../shared/http/answer-link-holder.ts'
import type { Outcome } from '../../../shared/http/gateway-handler.ts'
import type { Incoming } from '../../../shared/http/incoming.ts'
import { ownForm } from '../../../shared/http/own-form.ts'
import type { Author } from '../../../shared/store/audit.ts'
import { batchLoader } from '../../../shared/store/batch-loader.ts'
import { acceptedBy, type Invited, invitedBy, readInvited } from '../model/members/invitation.ts'
import { invitationMacKeys } from './invitation-mac-keys.ts'

/** The page's form has one field. */
const maxBodyBytes = 10_000
const maxTries = 3

/** Answers the holder of an invitation's link. A link that cannot be used shows a page too: `invited` is null then. */
export async function answerInvitee(request: LinkRequest): Promise<Outcome> {
  const { platform, incoming } = request
  const { token = '' } = incoming.pathParameters
  return await answerLinkHolder(request, {
    maxBodyBytes,
    maxTries,
    async resolve(nowMs) {
      const named = await readInvited(batchLoader(platform.table), token)
      const dependencies = { macKeys: await invitationMacKeys(), nowMs }
      const invited = await invitedBy(token, named, dependencies)
      const form = { isOwnForm: ownForm(incoming, 'invitation', token) !== null }
      if (!isRefusal(invited)) return { ...form, invited, accepted: null }
      return { ...form, invited: null, accepted: await acceptedBy(token, named, dependencies) }
    },
    authorOf: ({ invited }) => authorOf(invited, incoming),
  })
}

/** The holder of the link is taken for the person it was sent to. */
function authorOf(invited: Invited | null, { requestId, ip, headers }: Incoming): Author {
  const { userId: id = null, email: name = 'somebody' } = invited?.member ?? {}
  return { actor: { type: 'user', id, name }, requestId, ip, userAgent: headers['user-agent'] ?? null }
}
