import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { signatureRequests } from '../model/request.ts'
import { requestView, toRequest } from '../model/view.ts'

export const getSignatureRequest = operation({
  id: 'getSignatureRequest',
  method: 'GET',
  path: '/v1/signature-requests/{id}',
  tag: 'Signature requests',
  summary: 'Get a signature request with the status of each signer',
  access: { to: 'resource', resource: signatureRequests, permission: 'signature.read', feature: 'signature' },
  responses: { 200: requestView },
  errors: [],
  async handle({ resource, principal, clock }) {
    return reply(200, toRequest(resource, { principal, nowMs: clock() }))
  },
})
