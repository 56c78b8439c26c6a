import type { GenericSchema, InferOutput } from 'valibot'
import type { ErrorCode } from '../errors/error-codes.ts'
import type { Refusal } from '../errors/refusal.ts'
import type { Upload } from '../store/uploads.ts'

/** The schema of a body, a query or path parameters. */
export type Schema = GenericSchema<unknown, unknown>

/** A body of JSON. */
export interface JsonBody<S extends Schema = Schema> {
  readonly kind: 'json'
  readonly schema: S
}

/**
 * What a file part must be. The bytes come in the `file` part of a multipart request or, for files larger than the
 * gateway accepts, from an earlier upload that the caller names by `uploadId`.
 */
export interface FileRule<Content = unknown> {
  readonly contentType: 'application/pdf' | 'text/csv' | 'image/png'
  readonly maxBytes: number
  readonly missing: ErrorCode
  readonly tooLarge: ErrorCode
  /** Details of that error other than `maxBytes`. */
  readonly limits?: Readonly<Record<string, number>>
  /** How the names of further parts begin that the form may have. */
  readonly partsNamed?: string
  /** The error for bytes that differ from the declared upload, or are of another type. */
  readonly unreadable: ErrorCode
  /** Every other code that `read` refuses with. */
  readonly alsoRefused?: readonly ErrorCode[]
  /**
   * Reads the bytes, or says why they are refused. `data` is what came beside the file, before it was validated. Loads heavy libraries on
   * its first call, not at import.
   */
  readonly read: (bytes: Uint8Array, data: unknown) => Promise<Content | Refusal>
}

/** A `file` and its `data` (JSON): as multipart/form-data, or as JSON with `uploadId`. */
export interface FormBody<S extends Schema | null = Schema | null, Content = unknown> {
  readonly kind: 'form'
  /** Null where the file has no data beside it. */
  readonly schema: S
  readonly file: FileRule<Content>
}

export type Body = JsonBody | FormBody

/** A file as it arrived, with what its rule read from it. */
export interface ReceivedFile<Content = unknown> {
  readonly name: string
  readonly bytes: Uint8Array
  readonly content: Content
  /** Null where it came with the request. */
  readonly upload: Upload | null
  /** Further parts of the form, by their names. */
  readonly parts?: ReadonlyMap<string, Uint8Array>
}

export function json<const S extends Schema>(schema: S): JsonBody<S> {
  return { kind: 'json', schema }
}

export function form<const S extends Schema, Content>(schema: S, file: FileRule<Content>): FormBody<S, Content> {
  return { kind: 'form', schema, file }
}

export function fileAlone<Content>(file: FileRule<Content>): FormBody<null, Content> {
  return { kind: 'form', schema: null, file }
}

export type BodyOutput<B> = B extends { schema: infer S extends Schema } ? InferOutput<S> : undefined
export type FileOutput<B> = B extends FormBody<Schema | null, infer Content> ? ReceivedFile<Content> : undefined
