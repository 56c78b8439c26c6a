import { operation } from '../../shared/http/operation.ts'
import { cachedAnswer, cachedText, rememberedFor } from './cached-answer.ts'
import { publishedDocument } from './published-document.ts'

const textFor = rememberedFor(async (baseUrl) => cachedText(JSON.stringify(await publishedDocument(baseUrl))))

export const getOpenApiDocument = operation({
  id: 'getOpenApiDocument',
  method: 'GET',
  path: '/openapi.json',
  tag: 'Reference',
  summary: 'The OpenAPI document',
  description: 'This API in OpenAPI 3.1, for generators of client code and other tools.',
  access: { to: 'anyone' },
  responses: { 200: 'binary', 304: null },
  downloads: 'application/json',
  errors: [],
  async handle({ baseUrl, headers }) {
    return cachedAnswer(await textFor(baseUrl), 'application/json; charset=utf-8', headers['if-none-match'])
  },
})
