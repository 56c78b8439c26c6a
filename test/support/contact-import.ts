import { type Answer, type CallOptions, call, demand } from './client.ts'
import { contactsPath } from './contacts.ts'
import type { Tenant } from './tenant.ts'

type Home = Pick<Tenant, 'entity' | 'token'>

export const importPath = `${contactsPath}/import`

export const nameMapping = { firstName: 'first', lastName: 'last', email: 'email' }

export interface ImportForm {
  /** Null: no file part. */
  readonly file: string | Uint8Array | null
  readonly data?: object
}

/** The form of an import, with the usual mapping unless another is told. */
export function importForm({ entity }: Pick<Tenant, 'entity'>, { file, data = {} }: ImportForm): FormData {
  const form = new FormData()
  if (file !== null) {
    const bytes = typeof file === 'string' ? Buffer.from(file) : file
    form.set('file', new Blob([new Uint8Array(bytes)], { type: 'text/csv' }), 'contacts.csv')
  }
  form.set('data', JSON.stringify({ entityId: entity.id, mapping: nameMapping, ...data }))
  return form
}

export async function postImport(
  of: Home,
  file: ImportForm['file'],
  data: object = {},
  options: CallOptions = {},
): Promise<Answer> {
  return await call('POST', importPath, { token: of.token, body: importForm(of, { file, data }), ...options })
}

/** The report of an import. */
export async function imported(of: Home, file: string | Uint8Array, data: object = {}): Promise<Answer['body']> {
  const answer = await postImport(of, file, data)
  demand(answer, 200)
  return answer.body
}
