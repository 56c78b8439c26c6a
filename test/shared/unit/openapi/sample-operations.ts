import * as v from 'valibot'
import type { Owned, ResourceKind } from '../../../../shared/http/authorization/access.ts'
import { fileAlone, form, json } from '../../../../shared/http/body.ts'
import { type Operation, operation } from '../../../../shared/http/operation.ts'
import { reply } from '../../../../shared/http/reply.ts'
import { commaList, line, optionalLine, pageParameters } from '../../../../shared/http/values.ts'
import { uuid } from '../../../../shared/platform/ids.ts'

const emailKind: ResourceKind<Owned> = {
  name: 'signature_request',
  parameter: 'id',
  notFound: 'signature_request_not_found',
  visibleWith: 'signature.read',
  partition: (id) => ({ partition: `LETTER#${id}`, startingWith: '' }),
  decode: () => null,
}

export const person = v.pipe(
  v.object({ id: uuid, name: v.string(), email: v.nullable(v.pipe(v.string(), v.email())) }),
  v.title('Person'),
)

export const letter = v.pipe(
  v.object({
    id: uuid,
    status: v.picklist(['draft', 'sent']),
    author: v.nullable(person),
    readers: v.array(person),
    version: v.number(),
  }),
  v.title('Email'),
)

const letterInput = v.object({ entityId: uuid, title: line(200), note: optionalLine(50) })
const never = async () => {
  throw new Error('samples are described, not called')
}

const letterFile = {
  contentType: 'application/pdf',
  maxBytes: 15_728_640,
  missing: 'file_required',
  tooLarge: 'file_too_large',
  unreadable: 'invalid_pdf',
  read: never,
} as const

export const createLetter = operation({
  id: 'createLetter',
  method: 'POST',
  path: '/v1/letters',
  tag: 'Signature requests',
  summary: 'Write a letter',
  access: { to: 'entity', named: 'body', permission: 'signature.send', feature: 'signature' },
  body: form(letterInput, letterFile),
  responses: { 201: letter },
  errors: ['quota_exceeded'],
  handle: never,
})

export const listLetters = operation({
  id: 'listLetters',
  method: 'GET',
  path: '/v1/letters',
  tag: 'Signature requests',
  summary: 'List letters',
  access: { to: 'entities', permission: 'signature.read', feature: 'signature' },
  query: v.object({ status: v.optional(commaList(['draft', 'sent'])), entityId: v.optional(uuid), ...pageParameters }),
  responses: { 200: v.object({ results: v.array(letter), nextPageToken: v.optional(v.string()) }) },
  errors: ['invalid_page_token', 'invalid_input'],
  handle: never,
})

export const changeLetter = operation({
  id: 'changeLetter',
  method: 'PATCH',
  path: '/v1/letters/{id}',
  tag: 'Signature requests',
  summary: 'Change a letter',
  access: { to: 'resource', resource: emailKind, permission: 'signature.send', feature: 'signature' },
  body: json(v.object({ title: v.optional(line(200)) })),
  responses: { 200: letter },
  errors: [],
  handle: never,
})

export const weighEmail = operation({
  id: 'weighLetter',
  method: 'POST',
  path: '/v1/weighings',
  tag: 'Signature requests',
  summary: 'Weigh a letter that is not sent',
  access: { to: 'principal', anyOf: ['signature.read'] },
  body: fileAlone(letterFile),
  responses: { 200: v.object({ grams: v.number() }) },
  errors: [],
  handle: never,
})

export const playEmail = operation({
  id: 'playLetter',
  method: 'POST',
  path: '/v1/test/letters/{id}',
  tag: 'Simulation',
  summary: 'Let a reader answer',
  access: { to: 'resource', resource: emailKind, permission: 'settings.manage', feature: null, testOnly: true },
  responses: { 202: null },
  errors: [],
  handle: never,
})

export const downloadLetter = operation({
  id: 'downloadLetter',
  method: 'GET',
  path: '/v1/letters/{id}/document',
  tag: 'Signature requests',
  summary: 'Download a letter',
  access: { to: 'resource', resource: emailKind, permission: 'signature.read', feature: 'signature' },
  responses: { 200: 'binary' },
  errors: ['signed_document_not_available'],
  streams: true,
  handle: never,
})

export const whoAmI = operation({
  id: 'whoAmI',
  method: 'GET',
  path: '/v1/me',
  tag: 'Identity',
  summary: 'Who I am',
  access: { to: 'principal' },
  responses: { 200: person },
  errors: [],
  handle: never,
})

export const ping = operation({
  id: 'ping',
  method: 'GET',
  path: '/docs',
  tag: 'Reference',
  summary: 'Anybody',
  access: { to: 'anyone' },
  responses: { 200: v.object({ ok: v.boolean() }) },
  errors: [],
  handle: async () => reply(200, { ok: true }),
})

export const sampleOperations: readonly Operation[] = [
  createLetter,
  listLetters,
  changeLetter,
  weighEmail,
  playEmail,
  downloadLetter,
  whoAmI,
  ping,
]
