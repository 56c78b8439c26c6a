import { operation } from '../../../shared/http/operation.ts'
import { pageLocale, pageQuery } from '../../../shared/pages/page-locale.ts'
import { html } from '../../../shared/platform/html.ts'
import { momentInWords } from '../../../shared/platform/locale.ts'
import { requestIdOfVerification, verificationIdOf } from '../model/verification-id.ts'
import { verifyMessages } from './messages/catalog.ts'
import { verifyPage } from './page.ts'
import { sealedRequest } from './sealed-request.ts'
import { anyVisitor } from './visitor.ts'

const uploading = () => import('./uploads.ts')

export const showSealed = operation({
  id: 'showSealedDocument',
  method: 'GET',
  path: '/verify/{verificationId}',
  tag: 'Verification page',
  summary: 'What the service says of a sealed document: who sealed it, when, and its fingerprint',
  access: anyVisitor,
  query: pageQuery,
  responses: { 200: 'binary', 404: 'binary' },
  errors: [],
  streams: true,
  loadModules: uploading,
  async handle({ query, headers, baseUrl, path: { verificationId }, table }) {
    const locale = pageLocale(query, headers)
    const says = verifyMessages[locale]
    const requestId = requestIdOfVerification(verificationId)
    const sealed = requestId && (await sealedRequest(table, requestId))
    const uploadsOrigin = await (await uploading()).uploadsOrigin()
    if (!sealed) {
      const main = html`<h1>${says.notFoundTitle}</h1><p class="lead">${says.notFound}</p>`
      return verifyPage({ status: 404, locale, baseUrl, title: says.notFoundTitle, main, uploadsOrigin })
    }
    const { sender, sealedAt, sha256, record } = sealed
    const main = html`<h1>${says.sealedTitle}</h1>
<p class="lead">${says.sealedBy(sender, momentInWords(sealedAt, locale, record.timeZone))}</p>
<dl><dt>${says.verificationId}</dt><dd><code>${verificationIdOf(record.id)}</code></dd>
<dt>${says.fingerprint}</dt><dd><code>${sha256}</code></dd></dl>
<p>${says.compare}</p>`
    return verifyPage({ status: 200, locale, baseUrl, title: says.sealedTitle, main, uploadsOrigin })
  },
})
