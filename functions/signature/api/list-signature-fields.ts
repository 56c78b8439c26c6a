import * as v from 'valibot'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { signatureRequests } from '../model/request.ts'
import { fieldView, toField } from '../model/view.ts'

export const listSignatureFields = operation({
  id: 'listSignatureFields',
  method: 'GET',
  path: '/v1/signature-requests/{id}/fields',
  tag: 'Signature requests',
  summary: 'List the fields of a signature request',
  access: { to: 'resource', resource: signatureRequests, permission: 'signature.read', feature: 'signature' },
  responses: { 200: v.object({ results: v.array(fieldView) }) },
  errors: [],
  async handle({ resource }) {
    return reply(200, { results: resource.fields.map(toField) })
  },
})
