import { type Answer, call, demand } from './client.ts'
import type { Tenant } from './tenant.ts'

type Home = Pick<Tenant, 'entity' | 'token'>

export const sendersPath = '/v1/registered-mails/sender-accounts'

/** The path of a sender account, or of something below it. */
export function senderPath(id: string, rest = ''): string {
  return `${sendersPath}/${id}${rest}`
}

export function senderEmail(suffix = ''): string {
  return `office-${crypto.randomUUID()}${suffix}@example.com`
}

export function senderInput({ entity }: Pick<Tenant, 'entity'>, fields: object = {}): object {
  return {
    entityId: entity.id,
    mode: 'create',
    label: 'Head office',
    kind: 'professional',
    company: 'Acme Homes',
    firstName: 'Ada',
    lastName: 'Martin',
    email: senderEmail(),
    ...fields,
  }
}

export async function postSender(of: Home, fields: object = {}): Promise<Answer> {
  return await call('POST', sendersPath, { token: of.token, json: senderInput(of, fields) })
}

/** A sender account that is there. */
export async function senderOf(of: Home, fields: object = {}) {
  const answer = await postSender(of, fields)
  demand(answer, 201)
  return answer.body
}

export async function readSender(of: { readonly token: string }, id: string): Promise<Answer> {
  return await call('GET', senderPath(id), { token: of.token })
}

/** An account that mails can be sent from, of a test organization. */
export async function verifiedSender(of: Home, fields: object = {}) {
  const { id } = await senderOf(of, fields)
  const answer = await call('POST', `/v1/test/sender-accounts/${id}/verify`, { token: of.token })
  demand(answer, 200)
  return answer.body
}
