import { expect, test } from 'vitest'
import { draftFor } from '../../../../functions/signature/signing-page/page/draft.ts'
import {
  type EntryStore,
  forgetDraft,
  keepDraft,
  keptDraft,
} from '../../../../functions/signature/signing-page/page/kept-entries.ts'
import { sampleField, stateOf } from './sample-state.ts'

function storeOf(): EntryStore & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

const state = stateOf({ fields: [sampleField({ id: 'place', type: 'text' })] })

test('entries come back after the page is loaded again, without the consent', () => {
  const store = storeOf()
  const draft = { ...draftFor(state), values: { place: 'Lyon' }, mode: 'drawn' as const, isAccepted: true }
  keepDraft(store, state, draft)
  expect(keptDraft(store, state)).toEqual({ ...draft, isAccepted: false })
})

test('entries of fields that are gone, of other signers, and of another shape are left out', () => {
  const store = storeOf()
  keepDraft(store, state, { ...draftFor(state), values: { place: 'Lyon', gone: 'x' } })
  expect(keptDraft(store, state).values).toEqual({ place: 'Lyon' })
  const other = { ...state, you: { ...state.you, id: 'somebody-else' } }
  expect(keptDraft(store, other)).toEqual(draftFor(other))
  for (const text of ['', 'nonsense', '[]', '{"values":{}}', 'null']) {
    store.kept.set([...store.kept.keys()][0] ?? '', text)
    expect(keptDraft(store, state)).toEqual(draftFor(state))
  }
})

test('nothing is kept at the end, before the document is opened, or where a browser keeps nothing', () => {
  const store = storeOf()
  keepDraft(store, state, draftFor(state))
  forgetDraft(store, state)
  keepDraft(store, { ...state, you: { ...state.you, id: null } }, draftFor(state))
  expect(store.kept.size).toBe(0)
  keepDraft(null, state, draftFor(state))
  expect(keptDraft(null, state)).toEqual(draftFor(state))
})
