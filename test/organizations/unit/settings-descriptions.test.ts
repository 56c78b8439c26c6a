import { expect, test } from 'vitest'
import { changeSettings } from '../../../functions/organizations/api/change-settings.ts'
import { openApiDocument } from '../../../shared/openapi/openapi.ts'
import { settingFields } from '../../../shared/store/settings-fields.ts'

const document = openApiDocument([changeSettings], { serverUrl: 'https://api.example.com', version: '1.0.0' })

const { branding } = settingFields
const withoutEffect = Object.keys(branding)
const names = new Set(withoutEffect.filter((name) => !['defaultVendor', 'allowedVendors'].includes(name)))

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
