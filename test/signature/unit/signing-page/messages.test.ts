import { expect, test } from 'vitest'
import {
  durationOf,
  loadMessages,
  messagesOf,
  pagesInWords,
  timeOf,
} from '../../../../functions/signature/signing-page/page/messages.ts'
import { serverClock } from '../../../../functions/signature/signing-page/page/server-clock.ts'

test.each([
  [0, '0:00'],
  [-5, '0:00'],
  [1, '0:01'],
  [61_000, '1:01'],
  [3_600_000, '60:00'],
])('%i ms are %s', (ms, text) => {
  expect(durationOf(ms)).toBe(text)
})

test('numbers follow the rules of each language', async () => {
  await loadMessages('fr')
  expect([0, 1, 2].map(messagesOf('en').fieldsLeft)).toEqual([
    '0 fields to fill in',
    '1 field to fill in',
    '2 fields to fill in',
  ])
  expect([0, 1, 2].map(messagesOf('fr').fieldsLeft)).toEqual([
    '0 champ à remplir',
    '1 champ à remplir',
    '2 champs à remplir',
  ])
})

test.each([
  [[7], '7'],
  [[1, 2, 3], '1–3'],
  [[1, 3, 4, 9], '1, 3–4 and 9'],
])('the pages %j are %s', (pages, words) => {
  expect(pagesInWords(pages, 'en')).toBe(words)
})

test('a time names its zone', () => {
  expect(timeOf('2026-03-02T10:00:00.000Z', 'en')).toMatch(/2 March 2026 .*\d\d:\d\d \S+$/)
})

test('the time is that of the server, whatever the device says', () => {
  let device = 1_000_000
  const clock = serverClock(() => device)
  expect(clock.now()).toBe(1_000_000)
  clock.set('2026-03-02T10:00:00.000Z')
  device += 5000
  expect(new Date(clock.now()).toISOString()).toBe('2026-03-02T10:00:05.000Z')
})
