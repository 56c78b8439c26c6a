import { answerLinkHolder, type LinkRequest } from '../../../shared/http/answer-link-holder.ts'
import type { Outcome } from '../../../shared/http/gateway-handler.ts'
import { readMultipart } from '../../../shared/http/multipart.ts'
import { isMultipart, maxMultipartBytes } from '../../../shared/http/raw-body.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import type { Visitor } from './visitor.ts'

/** What is too large is told by a page. */
const maxBodyBytes = Number.POSITIVE_INFINITY

/** Answers anybody who opens the page. Nothing that a handler does is undone by others, so it runs once. */
export async function answerVisitor(request: LinkRequest): Promise<Outcome> {
  const { incoming } = request
  return await answerLinkHolder<Visitor>(request, {
    maxBodyBytes,
    maxTries: 1,
    async resolve() {
      const isTooLarge = incoming.body.length > maxMultipartBytes
      const isForm = isMultipart(incoming) && !isTooLarge
      const form = isForm ? await readMultipart(incoming.headers['content-type'] ?? '', incoming.body) : null
      return { visitor: { ip: incoming.ip, form, isTooLarge } }
    },
    authorOf: () => systemAuthor(incoming.requestId),
  })
}
