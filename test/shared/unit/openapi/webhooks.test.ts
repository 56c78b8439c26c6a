import { describe, expect, it, test } from 'vitest'
import { eventTypes } from '../../../../events/catalog.ts'
import { exampleEnvelope } from '../../../../events/examples.ts'
import { referencePage } from '../../../../functions/docs/reference-page.ts'
import { allOperations } from '../../../../infra/build/operation-groups.ts'
import { openApiDocument } from '../../../../shared/openapi/openapi.ts'
import { componentName, isReference, type ParameterObject } from '../../../../shared/openapi/openapi-document.ts'

const document = openApiDocument(allOperations, { serverUrl: 'https://api.example.com', version: '1.2.3' })

function webhook(type: string) {
  const found = document.webhooks[type]?.post
  if (!found) throw new Error(`${type} is not in the document`)
  return found
}

test('the document has a webhook of every type, and of nothing else', () => {
  expect(Object.keys(document.webhooks)).toEqual(eventTypes)
  for (const methods of Object.values(document.webhooks)) expect(Object.keys(methods)).toEqual(['post'])
  const ids = [document.paths, document.webhooks].flatMap((all) =>
    Object.values(all).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId)),
  )
  expect(new Set(ids).size).toBe(ids.length)
})

describe.each(eventTypes)('%s', (type) => {
  it('is an envelope of this type around its data, with an example', () => {
    const schema = webhook(type).requestBody?.content['application/json']?.schema
    const [envelope, own] = schema?.allOf ?? []
    expect(envelope).toEqual({ $ref: '#/components/schemas/Event' })
    const example = exampleEnvelope(type)
    expect(own?.properties).toMatchObject({ type: { const: type }, data: { type: 'object' } })
    expect(Object.keys(own?.properties?.data?.properties ?? {}).toSorted()).toEqual(
      Object.keys(example.data).toSorted(),
    )
    expect(schema?.examples).toEqual([example])
  })

  it('comes with the headers of every delivery, and is answered with any 2xx', () => {
    const { parameters = [], responses, security } = webhook(type)
    const headers = parameters.map((given): ParameterObject | undefined =>
      isReference(given) ? document.components.parameters[componentName(given.$ref)] : given,
    )
    expect(headers.map((header) => [header?.in, header?.name, header?.required])).toEqual(
      [
        'User-Agent',
        ...['Signature', 'Event-Id', 'Delivery-Id', 'Livemode', 'Event-Type'].map((name) => `X-SVC-${name}`),
      ].map((name) => ['header', name, true]),
    )
    expect(headers.at(-1)?.schema).toEqual({ type: 'string', const: type })
    expect([Object.keys(responses), security]).toEqual([['2XX'], []])
  })
})

test('the form of the signature is that of one or two of them', () => {
  const pattern = new RegExp(String(document.components.parameters.WebhookSignature?.schema.pattern))
  const signature = 'a1'.repeat(32)
  expect(pattern.test(`t=1773480600,v1=${signature}`)).toBe(true)
  expect(pattern.test(`t=1773480600,v1=${signature},v1=${signature}`)).toBe(true)
  expect(pattern.test('t=1773480600')).toBe(false)
})

test('the reference page shows each of them, with its example, and finds it from the contents', () => {
  const { markup } = referencePage(document)
  for (const type of eventTypes) {
    const { operationId, summary } = webhook(type)
    const article = markup
      .slice(markup.indexOf(`<article class="operation" id="${operationId}"`))
      .split('</article>')[0]
    expect(article).toContain(summary)
    expect(article).toContain(`&quot;type&quot;: &quot;${type}&quot;`)
    expect(article).toContain('X-SVC-Signature')
    expect(markup).toContain(`<a href="#${operationId}">`)
  }
})
