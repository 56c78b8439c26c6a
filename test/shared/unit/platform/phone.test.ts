import { describe, expect, test } from 'vitest'
import { smsObstacle, toE164, toMobileE164 } from '../../../../shared/platform/phone.ts'
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

describe('a number as people write it', () => {
  test.each([
    ['06 12 34 56 78', '+33612345678'],
    ['06.12.34.56.78', '+33612345678'],
    ['06/12/34/56/78', '+33612345678'],
    ['06\u201112\u201134\u201156\u201178', '+33612345678'],
    ['06\u00a012\u202f34\u200956\u300078', '+33612345678'],
    ['\uff10\uff16\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18', '+33612345678'],
    ['\u202a+33 6 12 34 56 78\u202c', '+33612345678'],
    ['+33 (0)6 12 34 56 78', '+33612345678'],
    ['0033612345678', '+33612345678'],
    ['tel:+33612345678', '+33612345678'],
    ['01 42 68 53 00', '+33142685300'],
    ['+39 06 1234567', '+39061234567'],
    ['+49 (0)151 23456789', '+4915123456789'],
    ['+1 (415) 555-2671', '+14155552671'],
  ])('%s is %s', async (written, number) => {
    expect(await toE164(written)).toBe(number)
  })

  test.each([
    ['0692 12 34 56', '+262692123456'],
    ['0693123456', '+262693123456'],
    ['0639 12 34 56', '+262639123456'],
    ['0262 12 34 56', '+262262123456'],
    ['0690 12 34 56', '+590690123456'],
    ['0691 12 34 56', '+590691123456'],
    ['0590 12 34 56', '+590590123456'],
    ['0694 12 34 56', '+594694123456'],
    ['0696 12 34 56', '+596696123456'],
    ['0596 50 12 34', '+596596501234'],
    ['0269 61 12 34', '+262269611234'],
    ['0697 12 34 56', '+596697123456'],
    ['+33 692 12 34 56', '+262692123456'],
    ['0033 6 96 12 34 56', '+596696123456'],
    ['+262 0692 12 34 56', '+262692123456'],
  ])('%s of an overseas department is %s', async (written, number) => {
    expect(await toE164(written)).toBe(number)
  })

  test.each([
    ['06 12 34 56 7', 'a digit lacks'],
    ['06 12 34 56 78 9', 'a digit too many'],
    ['+33 0 12 34 56 78', 'no number of France begins with 0'],
    ['0612345678 0712345678', 'two numbers'],
    ['06 12 34 56 78 / 07 12 34 56 78', 'two numbers'],
    ['+33612345678,+33712345678', 'two numbers'],
    ['06 12 34 56 78 ext 5', 'an extension'],
    ['06 12 34 56 78;ext=5', 'an extension'],
    ['+44 7911 123456 x12', 'an extension'],
    ['06 12 34 56 78 (bureau)', 'words'],
    ['+33+612345678', 'two prefixes'],
    ['112', 'an emergency number'],
    ['', 'nothing'],
  ])('%s is none: %s', async (written) => {
    expect(await toE164(written)).toBeNull()
  })

  test.each(['01 42 68 53 00', '0262 12 34 56', '0800 123 456', '+39 06 1234567'])(
    '%s is not mobile',
    async (written) => {
      expect(await toMobileE164(written)).toBeNull()
    },
  )
})
