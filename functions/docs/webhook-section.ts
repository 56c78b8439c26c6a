import type { OpenApiDocument, OperationObject } from '../../shared/openapi/openapi-document.ts'
import { exampleOf } from '../../shared/openapi/schema-example.ts'
import { type Html, html } from '../../shared/platform/html.ts'
import { example } from './example.ts'
import { markdown } from './markdown.ts'
import { methodBadge, parameterList, requestPart } from './operation-section.ts'

type Webhooks = OpenApiDocument['webhooks']

interface Sent {
  /** Of the event. */
  readonly type: string
  readonly operation: OperationObject
}

function sentIn(webhooks: Webhooks): Sent[] {
  return Object.entries(webhooks).flatMap(([type, { post }]) => (post ? [{ type, operation: post }] : []))
}

/** Links to the event types. */
export function webhookLinks(webhooks: Webhooks): Html {
  return html`<div class="group"><h2>Event types</h2><ul>${sentIn(webhooks).map(
    ({ type, operation: { operationId } }) =>
      html`<li data-for="${operationId}"><a href="#${operationId}">${methodBadge('POST')}<span>${type}</span></a></li>`,
  )}</ul></div>`
}

/** The payloads that subscribers receive, by event type. */
export function webhookGroup(document: OpenApiDocument): Html {
  const { description = '' } = document.tags.find(({ name }) => name === 'Event types') ?? {}
  return html`<div class="group" id="group-event-types"><h2>Event types</h2><div class="lead">${markdown(description)}</div>
    ${sentIn(document.webhooks).map((sent) => webhookSection(sent, document))}</div>`
}

function webhookSection({ type, operation }: Sent, document: OpenApiDocument): Html {
  const { operationId: id, summary, requestBody, responses } = operation
  const { schema } = requestBody?.content['application/json'] ?? {}
  const body = schema && exampleOf(schema, { schemas: document.components.schemas, of: 'response' })
  return html`<article class="operation" id="${id}" aria-labelledby="${id}-title" data-search="${`post ${type} ${summary} event types webhooks`.toLowerCase()}">
    <div class="words">
      <h3 id="${id}-title"><a class="permalink" href="#${id}">${type}</a></h3>
      <p>${summary}.</p>
      ${parameterList(operation, document)}
      ${requestPart(operation, document)}
      <h4>Your answer</h4>
      ${Object.entries(responses).map(([status, response]) => html`<p><span class="status">${status}</span> ${'description' in response ? response.description : null}</p>`)}
    </div>
    <div class="examples">${example('Body', JSON.stringify(body, null, 2))}</div>
  </article>`
}
