import { describe, expect, test } from 'vitest'
import type { SignatureOptions } from '../../../functions/console/app/api-types.ts'
import {
  type SignerMethod,
  signerMethods,
  usableMethods,
  withUsableMethods,
} from '../../../functions/console/app/request/usable-methods.ts'

const vendorWith = (key: string, authMethods: readonly SignerMethod[]): SignatureOptions['vendors'][number] => ({
  key,
  name: key,
  levels: ['ses', 'aes', 'qes'],
  authMethods,
  signingModes: ['remote'],
  supportsSequential: true,
  supportsParallel: true,
  supportsNotaries: false,
  status: 'available',
})
const quota = {
  metric: 'signature_requests',
  period: 'month',
  limit: null,
  used: 0,
  remaining: null,
  blocking: false,
  resetsAt: '2026-02-01T00:00:00.000Z',
  scope: 'entity',
} as const
const options = {
  entityId: '1',
  enabled: true,
  defaultVendor: 'native',
  vendors: [vendorWith('native', ['none', 'email_otp', 'sms_otp']), vendorWith('outside', ['vendor_identity'])],
  allowedLevels: ['ses', 'aes', 'qes'],
  defaultEidasLevel: 'ses',
  allowedAuthMethods: signerMethods,
  sequentialAllowed: true,
  externalSignersAllowed: true,
  notariesAllowed: false,
  defaultExpiryDays: 30,
  maxExpiryDays: 90,
  reminders: { enabled: true, firstAfterDays: 3, everyDays: 5, max: 3 },
  timezone: 'Europe/Paris',
  smsCountries: ['FR'],
  maxSigners: 20,
  maxFileBytes: 15_728_640,
  quota,
  quotas: [],
} as const

describe('the ways to identify signers', () => {
  test.for<[string, Parameters<typeof usableMethods>[1], readonly SignerMethod[]]>([
    ['of the usual level and vendor', { eidasLevel: '', vendor: '' }, ['email_otp', 'sms_otp', 'none']],
    ['of an advanced signature', { eidasLevel: 'aes', vendor: '' }, ['sms_otp']],
    ['of a qualified one at an outside vendor', { eidasLevel: 'qes', vendor: 'outside' }, ['vendor_identity']],
  ])('are those %s', ([, chosen, expected]) => {
    expect(usableMethods(options, chosen)).toEqual(expected)
  })

  test('are those that the entity allows', () => {
    expect(usableMethods({ ...options, allowedAuthMethods: ['none'] }, { eidasLevel: '', vendor: '' })).toEqual([
      'none',
    ])
  })

  test('change for signers who have another one only', () => {
    const signers = (['email_otp', 'none'] as const).map((authMethod: SignerMethod) => ({ authMethod }))
    expect(withUsableMethods(signers, ['email_otp', 'none'])).toBeNull()
    expect(withUsableMethods(signers, [])).toBeNull()
    expect(withUsableMethods(signers, ['none'])).toEqual([{ authMethod: 'none' }, { authMethod: 'none' }])
  })
})
