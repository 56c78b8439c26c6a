import { answerLinkHolder, type LinkRequest } from '../../../shared/http/answer-link-holder.ts'
import { cookieHeaders, sessionOf } from '../../../shared/http/browser-session.ts'
import type { Outcome } from '../../../shared/http/gateway-handler.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { isSignerAccess } from './signer-access.ts'
import { grantOf } from './signer-grants.ts'

/** An image of 1 MiB in base64, or a drawing of the most points, with every field filled. */
const maxBodyBytes = 2 * 1024 * 1024

/**
 * Other signers, mail events and jobs write to the same request at the same moment. A person who declines has no client
 * that repeats the request.
 */
const maxTries = 8

/** Answers the holder of a signing link. */
export async function answerSigner(request: LinkRequest): Promise<Outcome> {
  const { operation, incoming, platform } = request
  const { access } = operation
  if (!isSignerAccess(access)) throw new Error(`${operation.id} is no operation of the signing page`)
  const { token = '' } = incoming.pathParameters
  const session = sessionOf(incoming.headers.cookie)
  const holder = { access, token, sessionSha256: session.sha256 }
  return await answerLinkHolder(request, {
    maxBodyBytes,
    maxTries,
    resolve: (nowMs) => grantOf(platform.table, { ...holder, nowMs }),
    organizationOf: ({ request: { record } }) => record.orgId,
    authorOf: () => systemAuthor(incoming.requestId),
    headersFor(granted) {
      if (!granted) return {}
      const isFramed = granted.request.record.frameOrigins.length > 0
      return cookieHeaders(session, { baseUrl: incoming.baseUrl, page: `/sign/${token}`, isFramed })
    },
  })
}
