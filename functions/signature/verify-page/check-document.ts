import { operation } from '../../../shared/http/operation.ts'
import { pageLocale, pageQuery } from '../../../shared/pages/page-locale.ts'
import { maxPdfBytes } from '../../../shared/pdf/pdf-file.ts'
import { html } from '../../../shared/platform/html.ts'
import type { ReaderLocale } from '../../../shared/platform/locale.ts'
import type { Table } from '../../../shared/store/table.ts'
import { requestIdIn } from '../model/seal-reason.ts'
import { trustOf } from '../verification/trust.ts'
import { checksPerMinute, countCheck } from './check-limit.ts'
import { type Findings, findingsOf } from './findings.ts'
import { verifyMessages } from './messages/catalog.ts'
import { verifyPage } from './page.ts'
import { type KnownFile, resultOf } from './result.ts'
import { fileOfRequest, sealedRequest } from './sealed-request.ts'
import { anyVisitor, type Visitor } from './visitor.ts'

const verifying = () => import('../../../shared/pdf/verify-pdf.ts')
const uploading = () => import('./uploads.ts')

export const checkDocument = operation({
  id: 'checkDocumentOnPage',
  method: 'POST',
  path: '/verify',
  tag: 'Verification page',
  summary: 'Check a document and say in words who signed it, when, and whether it was changed',
  description: 'The document is not kept. A network may check ten documents a minute.',
  access: anyVisitor,
  query: pageQuery,
  responses: { 200: 'binary', 413: 'binary', 422: 'binary', 429: 'binary' },
  errors: [],
  streams: true,
  loadModules: async () => await Promise.all([verifying(), uploading()]),
  async handle({ query, headers, baseUrl, visitor, table, clock }) {
    const locale = pageLocale(query, headers)
    const nowMs = clock()
    const page = { locale, baseUrl, uploadsOrigin: await (await uploading()).uploadsOrigin() }
    const says = verifyMessages[locale]
    const message = (text: string) => ({ title: says.title, main: notice(locale, text) })
    const waitSeconds = await countCheck({ table, nowMs, ip: visitor.ip }, 'check')
    if (waitSeconds !== null)
      return verifyPage({ ...page, ...message(says.tooMany(checksPerMinute(), waitSeconds)), status: 429 })
    const bytes = await bytesOf(visitor)
    if (bytes === 'too_large') return verifyPage({ ...page, ...message(says.tooLarge), status: 413 })
    if (!bytes) return verifyPage({ ...page, ...message(says.noFile), status: 422 })
    const { verifyPdf } = await verifying()
    const findings = findingsOf(await verifyPdf(bytes, await trustOf(nowMs)))
    const known = await knownFile(table, findings, bytes)
    const { title, main } = resultOf(findings, known, locale)
    return verifyPage({ ...page, title, main, status: 200 })
  },
})

function notice(locale: ReaderLocale, text: string) {
  return html`<h1>${verifyMessages[locale].title}</h1><p class="notice warning" role="alert">${text}</p>`
}

/** The file of the form, or of an upload, which is gone then. */
async function bytesOf({ form, isTooLarge }: Visitor['visitor']): Promise<Uint8Array | 'too_large' | null> {
  if (isTooLarge) return 'too_large'
  if (form?.uploadId) return await (await uploading()).takeUpload(form.uploadId)
  const bytes = form?.file?.bytes
  if (!bytes || bytes.length === 0) return null
  return bytes.length > maxPdfBytes ? 'too_large' : bytes
}

/** The request whose file these very bytes are. What a seal says of its request is a claim until the hash agrees. */
async function knownFile(table: Table, { verdict, seal }: Findings, bytes: Uint8Array): Promise<KnownFile | null> {
  const id = verdict === 'sealed' && seal?.reason ? requestIdIn(seal.reason) : null
  const request = id && (await sealedRequest(table, id))
  const file = request && fileOfRequest(request, bytes)
  return request && file ? { request, file } : null
}
