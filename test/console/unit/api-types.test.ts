import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { consoleApiTypes, consoleApiTypesFile } from '../../../infra/build/console-api-types.ts'

test('the types of the console’s client are those of the API as it is', async () => {
  const written = await readFile(consoleApiTypesFile, 'utf8')
  expect(written === consoleApiTypes(), 'run `npm run console:types`').toBe(true)
})
