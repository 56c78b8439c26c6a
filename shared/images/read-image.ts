import * as v from 'valibot'
import { readApart } from '../parsers/parser-processes.ts'
import { boundsOfLogo, boundsOfRequest } from '../parsers/task-bounds.ts'
import { type ImageFault, imageFaults } from './image-fault.ts'
import type { SignatureImage } from './signature-image.ts'

/** What the process of images does: it gives the whole image, or only the form of its colours, or it makes a logo of it. */
export interface ImageTask {
  readonly bytes: Uint8Array
  readonly isWhole: boolean
  readonly isLogo?: boolean
}

const bytesSchema = v.pipe(
  v.instance(Uint8Array),
  v.transform(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
)
const formSchema = v.picklist(['jpeg', 'packed'])
const planeSchema = v.object({ form: formSchema, data: bytesSchema, samples: v.picklist([1, 3]) })
const faultSchema = v.picklist(imageFaults)
const imageSchema = v.object({
  width: v.number(),
  height: v.number(),
  orientation: v.picklist([1, 2, 3, 4, 5, 6, 7, 8]),
  colour: planeSchema,
  alpha: v.nullable(planeSchema),
})

/** The form of an image that a document can show, or what is wrong with it. It is read in a process without credentials. */
export async function formOfImage(bytes: Uint8Array): Promise<'jpeg' | 'packed' | { readonly fault: ImageFault }> {
  const read = await readApart(taskOf(bytes, false), v.union([formSchema, faultSchema]), 'unsupported')
  return v.is(formSchema, read) ? read : { fault: read }
}

/** An image as a document takes it, or what is wrong with it. */
export async function imageInProcess(bytes: Uint8Array): Promise<SignatureImage | ImageFault> {
  return await readApart(taskOf(bytes, true), v.union([faultSchema, imageSchema]), 'unsupported')
}

/** A logo as a PNG of our own, or what is wrong with the image. */
export async function logoInProcess(bytes: Uint8Array): Promise<Buffer | { readonly fault: ImageFault }> {
  const task: ImageTask = { bytes, isWhole: true, isLogo: true }
  const asked = { parser: 'image-process', task, bounds: boundsOfLogo } as const
  const read = await readApart(asked, v.union([faultSchema, bytesSchema]), 'unsupported')
  return typeof read === 'string' ? { fault: read } : read
}

function taskOf(bytes: Uint8Array, isWhole: boolean) {
  const task: ImageTask = { bytes, isWhole }
  return { parser: 'image-process', task, bounds: boundsOfRequest } as const
}
