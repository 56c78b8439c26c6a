import { operation } from '../../shared/http/operation.ts'
import { cachedAnswer, cachedText, rememberedFor } from './cached-answer.ts'
import { publishedDocument } from './published-document.ts'
import { referencePage } from './reference-page.ts'

const pageFor = rememberedFor(async (baseUrl) => {
  const { markup, contentSecurityPolicy } = referencePage(await publishedDocument(baseUrl))
  return cachedText(markup, {
    'Content-Security-Policy': contentSecurityPolicy,
    'Referrer-Policy': 'no-referrer',
  })
})

export const getReference = operation({
  id: 'getReference',
  method: 'GET',
  path: '/docs',
  tag: 'Reference',
  summary: 'The reference page',
  description: 'Every operation for people to read, with examples.',
  access: { to: 'anyone' },
  responses: { 200: 'binary', 304: null },
  downloads: 'text/html',
  errors: [],
  async handle({ baseUrl, headers }) {
    return cachedAnswer(await pageFor(baseUrl), 'text/html; charset=utf-8', headers['if-none-match'])
  },
})
