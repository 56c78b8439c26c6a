import { operation } from '../../../shared/http/operation.ts'
import { pageLocale, pageQuery } from '../../../shared/pages/page-locale.ts'
import { html } from '../../../shared/platform/html.ts'
import { verifyMessages } from './messages/catalog.ts'
import { verifyPage } from './page.ts'
import { anyVisitor } from './visitor.ts'

const uploading = () => import('./uploads.ts')

export const showStart = operation({
  id: 'showVerifyPage',
  method: 'GET',
  path: '/verify',
  tag: 'Verification page',
  summary: 'The page on which anybody checks a sealed document',
  access: anyVisitor,
  query: pageQuery,
  responses: { 200: 'binary' },
  errors: [],
  streams: true,
  loadModules: uploading,
  async handle({ query, headers, baseUrl }) {
    const locale = pageLocale(query, headers)
    const says = verifyMessages[locale]
    const main = html`<h1>${says.title}</h1><p class="lead">${says.introduction}</p>`
    const uploadsOrigin = await (await uploading()).uploadsOrigin()
    return verifyPage({ status: 200, locale, baseUrl, title: says.title, main, uploadsOrigin })
  },
})
