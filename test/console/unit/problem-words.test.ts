import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { frenchRefusals } from '../../../functions/console/app/french-refusals.ts'
import { pdfRefusals } from '../../../functions/console/app/pdf-refusals.ts'
import { problemWords, wordsFor } from '../../../functions/console/app/problem-words.ts'
import { allOperations } from '../../../infra/build/operation-groups.ts'
import { type ErrorCode, errorStatus } from '../../../shared/errors/error-codes.ts'
import { authenticationCodes, errorCodesOf } from '../../../shared/http/error-codes-of.ts'
import { pdfFaults } from '../../../shared/pdf/pdf-inspection.ts'
import { breakableInFrench, englishWords } from '../../support/catalogs.ts'

const said = 'The words of the API.'
const refusal = (code: string, details: Readonly<Record<string, unknown>> = {}) => ({
  code,
  status: errorStatus[code as ErrorCode],
  message: said,
  details,
})

/** What a person who uses the console can be refused with. A person's session is neither a key nor an application. */
async function codesOfConsole(): Promise<ErrorCode[]> {
  const used = new Set<string>()
  for await (const file of glob('functions/console/app/**/*.{ts,tsx}')) {
    if (file.endsWith('api-types.ts')) continue
    for (const [, key = ''] of readFileSync(file, 'utf8').matchAll(/'((?:GET|POST|PUT|PATCH|DELETE) \/v1[^']*)'/g))
      used.add(key)
  }
  expect(used.size).toBeGreaterThan(100)
  const operations = allOperations.filter(({ method, path }) => used.has(`${method} ${path}`))
  const ofMachines: readonly ErrorCode[] = [...authenticationCodes, 'insufficient_scope', 'consent_required']
  const codes = new Set(operations.flatMap(errorCodesOf))
  return [...codes].filter((code) => !ofMachines.includes(code) || code === 'no_account' || code === 'rate_limited')
}

test('every refusal that the console can meet is told in French', async () => {
  const french = (await codesOfConsole()).map((code) => [code, wordsFor(refusal(code), 'fr')] as const)
  expect(french.filter(([, words]) => words.includes('en anglais'))).toEqual([])
  expect(french.filter(([, words]) => englishWords.test(words.replace(said, '')))).toEqual([])
  expect(Object.values(frenchRefusals).filter((words) => breakableInFrench.test(words))).toEqual([])
})

test('no code has French words twice, and each of them is a code', () => {
  const codes = Object.keys(frenchRefusals)
  expect(codes.filter((code) => code in problemWords || !(code in errorStatus))).toEqual([])
})

test('a refusal of 403 that no role would change does not send the reader to an administrator', () => {
  expect(wordsFor(refusal('private_owner_only'), 'en')).toBe(`The service refused this. ${said}`)
  expect(wordsFor(refusal('cannot_delete_organization'), 'fr')).toBe(
    'Une organisation ne peut pas être supprimée d’ici.',
  )
})

test('a used-up quota says how much it is and when the next one begins; a limit, what to do', () => {
  const month = refusal('quota_exceeded', { period: 'month', limit: 2000, resetsAt: '2026-12-01T12:00:00.000Z' })
  expect(wordsFor(month, 'en')).toBe(
    'The quota of this month, 2,000, is used up. The next one begins on 1 December 2026.',
  )
  expect(wordsFor(month, 'fr')).toContain('Le prochain commence le 1er décembre 2026.')
  const feeds = refusal('quota_exceeded', { period: null, limit: 20, resetsAt: null })
  expect(wordsFor(feeds, 'en')).toBe('There are 20 already, which is the most. Remove one that you do not need.')
})

test('a refused PDF is told with its reason and what to do, in both languages', () => {
  expect(Object.keys(pdfRefusals).sort()).toEqual([...pdfFaults, 'active_content'].sort())
  expect(wordsFor(refusal('invalid_pdf', { reason: 'encrypted' }), 'en')).toBe(
    'This PDF is encrypted. Save a copy without a password and choose that copy.',
  )
  for (const reason of Object.keys(pdfRefusals)) {
    const french = wordsFor(refusal('invalid_pdf', { reason }), 'fr')
    expect(french).toMatch(/^Ce (fichier|PDF) .*\. .*\.$/)
    expect(french).not.toMatch(englishWords)
    expect(french).not.toMatch(breakableInFrench)
  }
})

test('a sender without an OTP secret is told where to store it', () => {
  const words = wordsFor(refusal('invalid_sender_account', { reason: 'otp_secret_required' }), 'en')
  expect(words).toContain('Store it under “Senders”')
})
