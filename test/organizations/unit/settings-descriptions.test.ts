import { expect, test } from 'vitest'
import { changeSettings } from '../../../functions/organizations/api/change-settings.ts'
import { openApiDocument } from '../../../shared/openapi/openapi.ts'

const document = openApiDocument([changeSettings], { serverUrl: 'https://api.example.com', version: '1.0.0' })

/** Tasks that nothing creates yet. */
const names = new Set(['registered_mail_failed', 'registered_mail_neglected', 'recipient_update_requested'])

/** The descriptions of all properties of these names, wherever they are. */
function descriptionsIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const isProperty = names.has(name) && typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    return isProperty ? [`${name}: ${Reflect.get(inner, 'description')}`] : descriptionsIn(inner)
  })
}

test('each setting that nothing uses yet says so, where it is sent, stored and in force', () => {
  const told = descriptionsIn(document)
  expect(told).toHaveLength(3 * names.size)
  expect(new Set(told)).toEqual(new Set([...names].map((name) => `${name}: Stored; without effect yet.`)))
})
