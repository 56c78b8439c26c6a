import { expect, test } from 'vitest'
import { changedEvents, isForAllEvents } from '../../../functions/console/app/webhook-events.ts'

const types = [{ type: 'contact.created' }, { type: 'contact.updated' }]
const all = types.map(({ type }) => type)

test('a subscription to all events is known by the star', () => {
  expect([isForAllEvents(['*']), isForAllEvents(all)]).toEqual([true, false])
})

test('a subscription to all events stays one until a type is deselected', () => {
  expect(changedEvents(['*'], all, types)).toEqual(['*'])
  expect(changedEvents(['*'], ['contact.created'], types)).toEqual(['contact.created'])
  expect(changedEvents(['contact.created'], all, types)).toEqual(all)
})
