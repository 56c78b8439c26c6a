import * as v from 'valibot'
import { describe, expect, it, test } from 'vitest'
import {
  eventData,
  eventMeaning,
  eventTypes,
  familyOf,
  featureOfFamily,
  isSubscribable,
  subscribableTypes,
} from '../../../events/catalog.ts'
import { envelopeSchema } from '../../../events/envelope.ts'
import { eventExamples, exampleEnvelope } from '../../../events/examples.ts'
import { features } from '../../../shared/store/features.ts'

describe.each(eventTypes)('%s', (type) => {
  const schema = eventData[type]

  it('has an example that is valid, with every field and no other', () => {
    expect(v.safeParse(v.strictObject(schema.entries), eventExamples[type]).issues).toBeUndefined()
    expect(Object.keys(eventExamples[type]).toSorted()).toEqual(Object.keys(schema.entries).toSorted())
  })

  it('has an envelope around it that is valid', () => {
    const envelope = exampleEnvelope(type)
    expect(v.parse(v.strictObject(envelopeSchema.entries), envelope)).toEqual(envelope)
    expect([envelope.type, envelope.data]).toEqual([type, eventExamples[type]])
  })

  it('says what it means, and belongs to a feature that there is or to none', () => {
    expect(eventMeaning[type]).toMatch(/^[a-z].{10,}[^.]$/)
    expect([null, ...features]).toContain(featureOfFamily[familyOf(type)])
  })
})

test('everything can be subscribed to but the test of a subscription', () => {
  expect(eventTypes.filter((type) => !isSubscribable(type))).toEqual(['webhook.test'])
  expect(subscribableTypes).toEqual(eventTypes.filter((type) => type !== 'webhook.test'))
})

test.each(['', 'signature', 'signature.rejected', 'toString', '*'])('%j is no type', (name) => {
  expect(isSubscribable(name)).toBe(false)
})
