import { expect, test } from 'vitest'
import { smsObstacle } from '../../../../shared/platform/phone.ts'
import { standardSettings } from '../../../../shared/store/settings-fields.ts'

const { smsCountries } = standardSettings.general

test.each([
  ['+33612345678', 'France'],
  ['+33712345678', 'France'],
  ['+262692123456', 'Reunion'],
  ['+590690123456', 'Guadeloupe'],
  ['+4915112345678', 'Germany'],
  ['+393123456789', 'Italy'],
  ['+358401234567', 'Finland'],
  ['+4521234567', 'Denmark, which has no ranges for mobile numbers alone'],
])('an SMS can be sent to %s, a mobile number of %s', async (number) => {
  expect(await smsObstacle(number, smsCountries)).toBeNull()
})

test.each([
  ['+33142685300', 'a landline'],
  ['+33899123456', 'a premium number'],
  ['+33820123456', 'a shared-cost number'],
  ['+33800123456', 'a toll-free number'],
  ['+33912345678', 'a number over the internet'],
  ['+390612345678', 'a landline'],
  ['+3361', 'too short'],
])('none is sent to %s, %s', async (number) => {
  expect(await smsObstacle(number, smsCountries)).toBe('not_mobile')
})

test.each([
  ['+447400123456', 'Great Britain'],
  ['+41791234567', 'Switzerland'],
  ['+12025550123', 'the United States'],
  ['+881612345678', 'a satellite network'],
  ['+882161234567', 'an international network'],
  ['+8835100123456', 'an international network'],
  ['+37744123456', 'Monaco'],
  ['+687751234', 'New Caledonia'],
])('none is sent to %s, of %s', async (number) => {
  expect(await smsObstacle(number, smsCountries)).toBe('country_not_allowed')
})
