import fc from 'fast-check'
import { expect, test } from 'vitest'
import { signatureVendorKeys } from '../../../functions/organizations/model/settings/settings-input.ts'
import { knownVendors } from '../../../functions/signature/vendors/vendors.ts'
import { inherited, type NodeSettings, settingsFrom, unchosen } from '../../../shared/store/settings.ts'
import { eidasLevels, standardSettings } from '../../../shared/store/settings-fields.ts'

const days = fc.option(fc.integer({ min: 1, max: 365 }))
const levels = fc.option(fc.subarray([...eidasLevels], { minLength: 1 }))
const vendors = fc.option(fc.subarray([...signatureVendorKeys]))
const choices = fc
  .record({
    defaultExpiryDays: days,
    maxExpiryDays: days,
    allowedLevels: levels,
    defaultEidasLevel: fc.option(fc.constantFrom(...eidasLevels)),
    allowedVendors: vendors,
    defaultVendor: fc.option(fc.constantFrom(...signatureVendorKeys)),
  })
  .map((signature): NodeSettings => {
    const nothing = unchosen('node', 'org')
    return { ...nothing, signature: { ...nothing.signature, ...signature } }
  })

test('an entity has its own choice, else that of its organization, else the standard', () => {
  fc.assert(
    fc.property(choices, choices, (organization, entity) => {
      const { signature } = inherited(organization, entity)
      for (const name of ['maxExpiryDays', 'allowedLevels', 'allowedVendors', 'defaultExpiryDays'] as const)
        expect(signature[name]).toEqual(
          entity.signature[name] ?? organization.signature[name] ?? standardSettings.signature[name],
        )
    }),
  )
})

test('a default is always one that is allowed, whoever chose what', () => {
  fc.assert(
    fc.property(choices, choices, (organization, entity) => {
      const { signature } = settingsFrom(organization, entity)
      expect(signature.defaultExpiryDays).toBeLessThanOrEqual(signature.maxExpiryDays)
      expect(signature.allowedLevels).toContain(signature.defaultEidasLevel)
      if (signature.defaultVendor !== null && signature.allowedVendors !== null)
        expect(signature.allowedVendors).toContain(signature.defaultVendor)
    }),
  )
})

test('the vendors that can be chosen are those that the service knows', () => {
  expect([...signatureVendorKeys].sort()).toEqual(
    knownVendors()
      .map(({ key }) => key)
      .sort(),
  )
})
