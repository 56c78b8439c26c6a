import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { allOperations } from '../../../infra/build/operation-groups.ts'
import { openApiDocument } from '../../../shared/openapi/openapi.ts'

/** What the linter recommends, but for two rules that the contract's own paths break. */
const rules = {
  // `/v1/registered-mails/sender-accounts/{id}` beside `/v1/registered-mails/{id}/activity`: ids are UUIDs.
  'no-ambiguous-paths': 'off',
  // `/docs` and `/openapi.json` refuse nobody.
  'operation-4xx-response': 'off',
} as const

test('a linter of OpenAPI finds nothing to say about the description of the API', async () => {
  const document = openApiDocument(allOperations, { serverUrl: 'https://api.sealpost.test', version: '1' })
  const config = await createConfig({ extends: ['recommended'], rules })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([])
})
