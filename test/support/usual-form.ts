import * as v from 'valibot'
import type { FileRule } from '../../shared/http/body.ts'
import type { Operation } from '../../shared/http/operation.ts'
import { imageFile } from './documents/images.ts'
import { contract } from './signature.ts'

const files = {
  'application/pdf': { right: contract, wrong: Buffer.from('hello') },
  'image/png': { right: async () => imageFile('palette.png'), wrong: Buffer.from('hello') },
  'text/csv': { right: async () => Buffer.from('first\nJane'), wrong: Buffer.from('first\n"Jane') },
}

export function fileRuleOf({ body }: Operation): FileRule | null {
  return body?.kind === 'form' ? body.file : null
}

const filesOf = (operation: Operation) => files[fileRuleOf(operation)?.contentType ?? 'application/pdf']

/** A file that an operation takes. */
export async function rightFileOf(operation: Operation): Promise<Uint8Array> {
  return await filesOf(operation).right()
}

/** One of which it can read nothing. */
export function wrongFileOf(operation: Operation): Uint8Array {
  return filesOf(operation).wrong
}

const ownData: Readonly<Record<string, object>> = {
  createSignatureRequest: { title: 'A contract' },
  importContacts: { mapping: { firstName: 'first' } },
}

/** What the data of a form has to say beside the entity. */
export function ownDataOf({ id }: Operation): object {
  return ownData[id] ?? {}
}

/** Whether the data of a form may be empty. */
export function takesNoData({ body }: Operation): boolean {
  return body?.kind === 'form' && body.schema !== null && v.is(body.schema, {})
}

export async function formFor(operation: Operation, data: unknown, file?: Uint8Array | null): Promise<FormData> {
  const form = new FormData()
  const bytes = file === undefined ? await rightFileOf(operation) : file
  if (bytes) form.set('file', new Blob([new Uint8Array(bytes)]), 'file')
  form.set('data', typeof data === 'string' ? data : JSON.stringify(data))
  return form
}
