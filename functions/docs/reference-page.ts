import { contentSecurityPolicy, inlineSource } from '../../shared/http/content-security-policy.ts'
import { isReference, type OpenApiDocument, type SchemaObject } from '../../shared/openapi/openapi-document.ts'
import { type Html, html, verbatim } from '../../shared/platform/html.ts'
import { errorCatalog } from './error-table.ts'
import { example } from './example.ts'
import type { Guide, Place, Sample } from './guides/guide.ts'
import { guides } from './guides/guides.ts'
import { anchorOf, markdown } from './markdown.ts'
import { type Listed, methodBadge, operationSection } from './operation-section.ts'
import { script } from './reference-script.ts'
import { styleFor } from './reference-style.ts'
import { fieldList, typeOf } from './schema-table.ts'
import { webhookGroup, webhookLinks } from './webhook-section.ts'

export interface ReferencePage {
  readonly markup: string
  /** Allows only the page's own style and script, by their hashes. */
  readonly contentSecurityPolicy: string
}

/** The reference as a single page that loads nothing else and is readable without its script. */
export function referencePage(document: OpenApiDocument): ReferencePage {
  const groups = groupsOf(document)
  const { title, version } = document.info
  const style = styleFor(document.servers[0]?.url ?? '')
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} reference</title>
<link rel="icon" href="data:,">
<style>${verbatim(style)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
  <button type="button" id="menu" aria-expanded="false" aria-controls="contents" hidden>Menu</button>
  <a class="brand" href="#content">${title} <span>${version}</span></a>
  <label class="search" hidden><span class="hidden">Search the operations</span>
    <input id="search" type="search" placeholder="Search" aria-keyshortcuts="/" title="Press / to search" autocomplete="off" spellcheck="false"></label>
  <a class="download" href="openapi.json">OpenAPI 3.1</a>
  <button type="button" id="theme" hidden>Theme</button>
</header>
<nav id="contents" aria-label="Contents">${navigation(groups, document)}</nav>
<main id="content" tabindex="-1">
  ${introduction(document)}
  ${guides(placeOf(document)).map(guideSection)}
  ${rules(document)}
  <p id="nothing" role="status" hidden>Nothing matches the search.</p>
  ${groups.map((group) => groupSection(group, document))}
  ${webhookGroup(document)}
  ${schemaSections(document)}
  <section class="catalog" id="error-codes" aria-labelledby="error-codes-title"><h2 id="error-codes-title">Error codes</h2>${errorCatalog(document)}</section>
</main>
<script>${verbatim(script)}</script>
</body>
</html>
`
  return { markup: page.markup, contentSecurityPolicy: policyOf(style) }
}

interface Group {
  readonly name: string
  readonly description: string
  readonly operations: readonly Listed[]
}

function groupsOf({ tags, paths }: OpenApiDocument): Group[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
  const groups = tags.map(({ name, description = '' }) => ({
    name,
    description,
    operations: operations.filter(({ operation }) => operation.tags.includes(name)),
  }))
  return groups.filter((group) => group.operations.length > 0)
}

function navigation(groups: readonly Group[], { info, webhooks, components }: OpenApiDocument): Html {
  const guide = [...info.description.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)
  const titles = guides(placeOf({ servers: [], components })).map(({ title }) => title)
  return html`<h2>Guides</h2><ul>${titles.map(guideLink)}</ul>
  <h2>Rules</h2><ul>${guide.map(guideLink)}</ul>
  ${groups.map(
    ({ name, operations }) =>
      html`<div class="group"><h2>${name}</h2><ul>${operations.map(
        ({ method, operation }) =>
          html`<li data-for="${operation.operationId}"><a href="#${operation.operationId}">${methodBadge(method)}<span>${operation.summary}</span></a></li>`,
      )}</ul></div>`,
  )}
  ${webhookLinks(webhooks)}
  <div class="group"><h2>Schemas</h2><ul>${Object.keys(components.schemas).map(
    (name) => html`<li data-for="schema-${name}"><a href="#schema-${name}">${name}</a></li>`,
  )}</ul></div>
  <div class="group"><h2>Errors</h2><ul><li data-for="error-codes"><a href="#error-codes">Error codes</a></li></ul></div>`
}

function guideLink(title: string): Html {
  return html`<li><a href="#${anchorOf(title)}">${title}</a></li>`
}

function placeOf({ servers, components }: Pick<OpenApiDocument, 'servers' | 'components'>): Place {
  const { clientCredentials, authorizationCode } = components.securitySchemes.oauth2?.flows ?? {}
  const { tokenUrl = '', scopes = {} } = clientCredentials ?? {}
  const [scope = ''] = Object.keys(scopes)
  const consentUrl = authorizationCode?.['x-consent-url'] ?? null
  return { baseUrl: servers[0]?.url ?? '', tokenUrl, scope, consentUrl }
}

/** A guide: the first of the samples that do the same is open, the other languages unfold on demand. */
function guideSection({ title, parts }: Guide): Html {
  const anchor = anchorOf(title)
  return html`<section class="guide" aria-labelledby="${anchor}"><h2 id="${anchor}">${title}</h2>
    ${parts.map((part) => (typeof part === 'string' ? markdown(part) : samples(part)))}</section>`
}

function samples([first, ...others]: readonly Sample[]): Html {
  return html`${first ? example(first.title, first.code) : null}
    ${others.map(
      ({ title, code }) => html`<details class="more"><summary>${title}</summary>${example(title, code)}</details>`,
    )}`
}

function introduction(document: OpenApiDocument): Html {
  const { info, servers } = document
  return html`<section class="guide" aria-labelledby="title"><h1 id="title">${info.title}</h1>
    <p class="lead">${info.summary}</p>
    <p class="server"><span>Base URL</span> <code>${servers[0]?.url ?? ''}</code></p></section>`
}

/** What holds for every operation. */
function rules(document: OpenApiDocument): Html {
  return html`<section class="guide" aria-label="Rules">${markdown(document.info.description)}
    ${example('Get a token', tokenCommand(placeOf(document)))}</section>`
}

function tokenCommand({ tokenUrl, scope }: Place): string {
  return [
    'TOKEN=$(curl -s -u "$CLIENT_ID:$CLIENT_SECRET" \\',
    '  -d grant_type=client_credentials \\',
    `  -d scope=${scope} \\`,
    `  ${tokenUrl} | jq -r .access_token)`,
  ].join('\n')
}

function groupSection({ name, description, operations }: Group, document: OpenApiDocument): Html {
  const anchor = `group-${anchorOf(name)}`
  return html`<div class="group" id="${anchor}"><h2>${name}</h2><p class="lead">${description}</p>
    ${operations.map((listed) => operationSection(listed, document))}</div>`
}

function schemaSections({ components }: OpenApiDocument): Html {
  return html`<section class="catalog" aria-labelledby="schemas-title"><h2 id="schemas-title">Schemas</h2>
    ${Object.entries(components.schemas).map(
      ([
        name,
        schema,
      ]) => html`<section class="schema" id="schema-${name}" aria-labelledby="schema-${name}-title" data-search="schema ${name.toLowerCase()}">
        <h3 id="schema-${name}-title"><a class="permalink" href="#schema-${name}">${name}</a></h3>
        ${schemaBody(schema, components.schemas)}</section>`,
    )}</section>`
}

function schemaBody(schema: SchemaObject, schemas: OpenApiDocument['components']['schemas']): Html {
  const description = schema.description ? markdown(schema.description) : null
  return html`${description}${fieldList(schema, schemas, 'answer') ?? html`<p>${isReference(schema) ? null : typeOf(schema)}</p>`}`
}

function policyOf(style: string): string {
  return contentSecurityPolicy({
    'style-src': [inlineSource(style)],
    'script-src': [inlineSource(script)],
    'img-src': ['data:'],
    'font-src': ["'self'"],
  })
}
