import { expect, test } from 'vitest'
import {
  type Draft,
  draftFor,
  initialsOf,
  missingFields,
  nextField,
  signatureOf,
  valuesOf,
} from '../../../../functions/signature/signing-page/page/draft.ts'
import { initialsOf as stampedInitials } from '../../../../shared/pdf/initials.ts'
import { sampleField, stateOf } from './sample-state.ts'

const fields = [
  sampleField({ id: 'signature', type: 'signature', page: 2 }),
  sampleField({ id: 'box', type: 'checkbox', y: 40 }),
  sampleField({ id: 'right', type: 'text', x: 200, y: 20, required: false }),
  sampleField({ id: 'left', type: 'text', x: 10, y: 20, text: ' ' }),
  sampleField({ id: 'initials', type: 'initials', y: 10 }),
  sampleField({ id: 'date', type: 'date', y: 5 }),
]

function draft(part: Partial<Draft> = {}): Draft {
  return { ...draftFor(stateOf({ fields })), ...part }
}

test('fields come one after the other as one reads, around the end, and those that are filled in do not come', () => {
  const after = (id: string | null, part?: Partial<Draft>) => nextField(fields, draft(part), id)?.id ?? null
  expect(after(null)).toBe('left')
  expect(after('left')).toBe('right')
  expect(after('right')).toBe('box')
  expect(after('box')).toBe('signature')
  expect(after('signature')).toBe('left')
  expect(after('right', { values: { box: true } })).toBe('signature')
  expect(after(null, { values: { box: true, left: 'a', right: 'b' }, hasSeenSignature: true })).toBeNull()
})

test('what is missing is what is required, and blanks do not fill it in', () => {
  const missing = (values: Draft['values']) => missingFields(fields, draft({ values })).map(({ id }) => id)
  expect(missing({})).toEqual(['left', 'box'])
  expect(missing({ left: '  ', box: false })).toEqual(['left', 'box'])
  expect(missing({ left: 'Lyon', box: true })).toEqual([])
})

test('values are trimmed texts and ticks, and nothing else', () => {
  const values = { left: ' Lyon ', right: ' ', box: true, initials: 'XX', other: 'gone' }
  expect(valuesOf(fields, draft({ values }))).toEqual({ left: 'Lyon', box: true })
  expect(valuesOf(fields, draft({ values: { box: false } }))).toEqual({})
})

test('a typed, drawn or uploaded signature, or none', () => {
  expect(signatureOf(draft())).toEqual({ mode: 'typed', value: 'Jean-Paul Émile' })
  expect(signatureOf(draft({ typed: ' ' }))).toBeNull()
  const tap = [[{ x: 1, y: 1 }]]
  const stroke = [
    ...tap,
    [
      { x: 1, y: 1 },
      { x: 9, y: 9 },
    ],
  ]
  expect(signatureOf(draft({ mode: 'drawn', drawn: tap }))).toBeNull()
  expect(signatureOf(draft({ mode: 'drawn', drawn: stroke }))).toEqual({
    mode: 'drawn',
    value: { width: 600, height: 200, strokes: stroke },
  })
  expect(signatureOf(draft({ mode: 'uploaded' }))).toBeNull()
  const uploaded = { name: 'mine.png', dataUrl: 'data:image/png;base64,AAAA' }
  expect(signatureOf(draft({ mode: 'uploaded', uploaded }))).toEqual({ mode: 'uploaded', value: 'AAAA' })
})

test.each([
  'Jean-Paul Émile Dupont',
  "Anne d'Arc",
  'Ελένη Παπαδοπούλου',
  'o’Neill',
  '  ',
  'राजेश कुमार',
  '김철수',
  '🙂🙂',
])('the initials that are shown of %j are those that are stamped', (name) => {
  expect(initialsOf(name)).toBe(stampedInitials(name))
})
