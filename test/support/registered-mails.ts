import { type Answer, call, demand } from './client.ts'
import type { Tenant } from './tenant.ts'

type Home = Pick<Tenant, 'entity' | 'token'>

export const mailsPath = '/v1/registered-mails'

/** The path of a mail, or of something below it. */
export function mailPath(id: string, rest = ''): string {
  return `${mailsPath}/${id}${rest}`
}

/** A recipient with an e-mail of their own. The suffix of its local part tells the simulated vendor what to play. */
export function recipient(suffix = '', fields: object = {}): Record<string, unknown> {
  const email = `jane-${crypto.randomUUID().slice(0, 8)}${suffix}@example.com`
  return { kind: 'individual', firstName: 'Jane', lastName: 'Doe', email, ...fields }
}

export function draftInput({ entity }: Pick<Tenant, 'entity'>, fields: object = {}): object {
  return { entityId: entity.id, subject: 'Notice', contentHtml: '<p>Hello</p>', recipients: [recipient()], ...fields }
}

export async function postMail(of: Home, fields: object = {}): Promise<Answer> {
  return await call('POST', mailsPath, { token: of.token, json: draftInput(of, fields) })
}

/** A draft that is there. */
export async function draftOf(of: Home, fields: object = {}) {
  const answer = await postMail(of, fields)
  demand(answer, 201)
  return answer.body
}

export async function readMail(of: { readonly token: string }, id: string): Promise<Answer> {
  return await call('GET', mailPath(id), { token: of.token })
}
