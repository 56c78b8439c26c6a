import type { ErrorCode } from '../../shared/errors/error-codes.ts'
import { errorStatus } from '../../shared/errors/error-codes.ts'
import { errorMeanings } from '../../shared/errors/error-meanings.ts'
import {
  componentName,
  isReference,
  type OpenApiDocument,
  type OperationObject,
  type ResponseObject,
} from '../../shared/openapi/openapi-document.ts'
import { type Html, html } from '../../shared/platform/html.ts'

/** The error codes of an operation by status, folded at first. Each links to its meaning. */
export function errorsByStatus({ responses }: OperationObject, document: OpenApiDocument): Html | null {
  const groups = Object.entries(responses).filter(([status]) => Number(status) >= 400)
  if (groups.length === 0) return null
  const listed = groups.map(([status, response]) => ({ status, codes: codesIn(response, document) }))
  const count = listed.reduce((sum, { codes }) => sum + codes.length, 0)
  return html`<details class="errors"><summary>Errors <span class="count">${count}</span></summary>
    <dl>${listed.map(
      ({ status, codes }) => html`<dt><span class="status error">${status}</span></dt>
      <dd><ul>${codes.map((code) => html`<li><a href="#error-${code}"><code>${code}</code></a> ${meaningOf(code)}</li>`)}</ul></dd>`,
    )}</dl></details>`
}

function codesIn(response: ResponseObject | { $ref: string }, { components }: OpenApiDocument): string[] {
  const found = isReference(response) ? components.responses[componentName(response.$ref)] : response
  const narrowed = found?.content?.['application/json']?.schema.allOf?.[1]
  const values = narrowed?.properties?.error?.properties?.code?.enum ?? []
  return values.map(String)
}

function meaningOf(code: string): string {
  return isErrorCode(code) ? errorMeanings[code] : ''
}

function isErrorCode(code: string): code is ErrorCode {
  return code in errorMeanings
}

/** Every error code that a published operation can return, with its status and meaning. */
export function errorCatalog(document: OpenApiDocument): Html {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const met = new Set(
    operations.flatMap(({ responses }) => Object.values(responses).flatMap((response) => codesIn(response, document))),
  )
  const codes = Object.keys(errorMeanings)
    .filter(isErrorCode)
    .filter((code) => met.has(code))
  return html`<div class="scroll"><table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead>
    <tbody>${codes.map(
      (
        code,
      ) => html`<tr id="error-${code}" data-search="${code} ${errorStatus[code]}"><th scope="row"><a class="permalink" href="#error-${code}"><code>${code}</code></a></th>
      <td>${errorStatus[code]}</td><td>${errorMeanings[code]}</td></tr>`,
    )}</tbody></table></div>`
}
