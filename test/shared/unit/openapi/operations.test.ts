import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { allOperations } from '../../../../infra/build/operation-groups.ts'
import { openApiDocument } from '../../../../shared/openapi/openapi.ts'
import { flawsOf } from './flaws-of.ts'

describe('the operations of every group', () => {
  test('are declared completely', () => {
    expect(flawsOf(allOperations)).toEqual([])
  })

  test('make a valid OpenAPI document', async () => {
    const document = openApiDocument(allOperations, { serverUrl: '/', version: '1.0.0' })
    const outcome = await new Validator().validate(JSON.parse(JSON.stringify(document)))
    expect(outcome.errors).toBeUndefined()
  })
})
