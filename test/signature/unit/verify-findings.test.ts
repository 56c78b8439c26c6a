import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findingsOf } from '../../../functions/signature/verify-page/findings.ts'
import { verifyMessages } from '../../../functions/signature/verify-page/messages/catalog.ts'
import { resultOf } from '../../../functions/signature/verify-page/result.ts'
import { changeKinds } from '../../../shared/pdf/verification/change-kinds.ts'
import type { SignatureVerification } from '../../../shared/pdf/verification/verification.ts'
import { locales } from '../../../shared/platform/locale.ts'

const signature: fc.Arbitrary<SignatureVerification> = fc.record({
  kind: fc.constantFrom('signature', 'document_timestamp'),
  signerName: fc.option(fc.string()),
  signedAt: fc.constantFrom(null, '2026-03-01T14:05:09.000Z'),
  level: fc.constant(null),
  intact: fc.boolean(),
  coversWholeDocument: fc.boolean(),
  changesAfter: fc.constantFrom(...changeKinds),
  trusted: fc.boolean(),
  timestamp: fc.constant(null),
  faults: fc.constant([]),
  sealKey: fc.constantFrom(null, 'live', 'test'),
  reason: fc.option(fc.string()),
})
const found = fc.record({
  valid: fc.constant(true as const),
  signatures: fc.array(signature, { maxLength: 4 }),
  faults: fc.array(fc.constant('uncertain_structure' as const), { maxLength: 1 }),
})

it('calls a document sealed only for an intact, trusted seal of ours that nothing changed, in a file without a doubt', () => {
  fc.assert(
    fc.property(found, (verification) => {
      const { verdict, seal } = findingsOf(verification)
      if (verdict !== 'sealed') return
      expect(seal).toMatchObject({ kind: 'signature', sealKey: 'live', intact: true, trusted: true })
      expect(['none', 'validation_data']).toContain(seal?.changesAfter)
      expect(seal?.coversWholeDocument || seal?.changesAfter === 'validation_data').toBe(true)
      expect(verification.faults).toEqual([])
      expect(verification.signatures.every(({ kind, intact }) => kind !== 'signature' || intact)).toBe(true)
    }),
  )
})

it('takes no timestamp for a signature', () => {
  const timestamp = { kind: 'document_timestamp', intact: true, sealKey: null } as SignatureVerification
  expect(findingsOf({ valid: true, signatures: [timestamp], faults: [] }).verdict).toBe('unsigned')
})

const at = '2026-03-01T14:05:09.000Z'
const sealOf = (more: Partial<SignatureVerification> = {}) =>
  ({
    kind: 'signature',
    intact: true,
    trusted: true,
    sealKey: 'live',
    coversWholeDocument: false,
    changesAfter: 'validation_data',
    signedAt: at,
    ...more,
  }) as SignatureVerification
const stampOf = (more: Partial<SignatureVerification> = {}) =>
  ({
    kind: 'document_timestamp',
    intact: true,
    trusted: true,
    sealKey: null,
    signedAt: at,
    ...more,
  }) as SignatureVerification
const { appended, appendedUnknown, uselessTimestamp } = verifyMessages.en

it.each<[string, SignatureVerification[], string, string | null]>([
  ['a trusted one', [sealOf(), stampOf()], 'sealed', appended],
  ['one whose authority is not known', [sealOf(), stampOf({ trusted: false })], 'sealed', appendedUnknown],
  [
    'one that is trusted, and one that is not',
    [sealOf(), stampOf(), stampOf({ trusted: false })],
    'sealed',
    appendedUnknown,
  ],
  ['none, but other data', [sealOf()], 'sealed', appendedUnknown],
  ['a broken one', [sealOf(), stampOf({ intact: false, trusted: false })], 'changed', uselessTimestamp],
  [
    'one of years before',
    [sealOf(), stampOf({ trusted: false, signedAt: '2020-02-02T00:00:00.000Z' })],
    'changed',
    uselessTimestamp,
  ],
  ['one of minutes before', [sealOf(), stampOf({ signedAt: '2026-03-01T14:00:09.000Z' })], 'sealed', appended],
  [
    'one over the document before it was sealed',
    [stampOf({ intact: false }), sealOf({ coversWholeDocument: true })],
    'sealed',
    null,
  ],
  [
    'a broken one after a signature of others',
    [sealOf({ sealKey: null }), stampOf({ intact: false })],
    'changed',
    uselessTimestamp,
  ],
])('says what the timestamps after a seal are worth: %s', (_, signatures, verdict, text) => {
  const findings = findingsOf({ valid: true, signatures, faults: [] })
  expect(findings.verdict).toBe(verdict)
  const { markup } = resultOf(findings, null, 'en').main
  for (const each of [appended, appendedUnknown, uselessTimestamp]) expect(markup.includes(each)).toBe(each === text)
})

it.each(locales)('has words for everything in %s, and names in certificates stay text', (locale) => {
  fc.assert(
    fc.property(found, (verification) => {
      const signatures = verification.signatures.map((each) => ({ ...each, signerName: '<script>alert(1)</script>' }))
      const { title, main } = resultOf(findingsOf({ ...verification, signatures }), null, locale)
      expect(Object.values(verifyMessages[locale].verdicts).map((verdict) => verdict.title)).toContain(title)
      expect(main.markup).not.toContain('<script')
      expect(main.markup).not.toMatch(/undefined|null|\[object/)
    }),
  )
})

it('shows names in certificates apart from what is said of them, and short', () => {
  const signerName = `\u202e${'Sealpost '.repeat(100)}\u2069\u0000`
  const unknown = { kind: 'signature', intact: true, changesAfter: 'none', coversWholeDocument: true } as const
  const signatures = [{ ...unknown, signerName, sealKey: null, trusted: false } as SignatureVerification]
  const { markup } = resultOf(findingsOf({ valid: true, signatures, faults: [] }), null, 'en').main
  expect(markup).toMatch(
    /<li>\u2068Sealpost Sealpost [^\p{C}]{101,102}…\u2069: a certificate that this service does not know/u,
  )
})
