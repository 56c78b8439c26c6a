import { resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import { mailFailures } from '../../../events/mail-delivery.ts'
import type { Translated } from '../../../shared/platform/locale.ts'

vi.mock('../../../functions/console/app/language.ts', () => ({
  textsOf: (texts: Translated<unknown>) => () => texts.fr,
}))

interface Module {
  readonly failureText: (failure: { code: string; message: string; at: string }) => string
}

// The module belongs to the browser, which has other types.
const path = resolve('functions/console/app/mail/failure-text.ts')
const { failureText }: Module = await import(/* @vite-ignore */ path)

const of = (code: string) => failureText({ code, message: 'The words of the API.', at: '2026-01-01T00:00:00.000Z' })

test('the console says in its own language why an e-mail did not arrive', () => {
  expect(of('undeliverable')).toBe('L’avis n’a pas pu être remis.')
  for (const code of mailFailures) expect(of(code), code).not.toBe('The words of the API.')
})

test('a reason that the console does not know keeps the words of the API', () => {
  expect([of('simulated'), of('toString')]).toEqual(['The words of the API.', 'The words of the API.'])
})
