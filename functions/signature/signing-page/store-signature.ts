import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import type { DrawnSignature } from '../../../shared/pdf/given-signature.ts'
import { givenImageKey } from '../model/document-keys.ts'
import { type StoredGiven, storedDrawing } from '../model/given-signatures.ts'
import { eventPlaceOf } from '../model/request.ts'
import type { SigningContext } from './signing-context.ts'

/** A signature as it is sent: an image as base64. */
type SentSignature =
  | { readonly mode: 'typed'; readonly value: string }
  | { readonly mode: 'drawn'; readonly value: DrawnSignature }
  | { readonly mode: 'uploaded'; readonly value: string }

/** The signature as it is stored; an image is put into the bucket, from where it is dropped unless the signature is committed. */
export async function storeSignature(
  context: SigningContext,
  signature: SentSignature,
): Promise<StoredGiven['signature'] | Refusal<'invalid_input'>> {
  if (signature.mode === 'typed') return signature
  if (signature.mode === 'drawn') return storedDrawing(signature.value)
  return await storeImage(context, Buffer.from(signature.value, 'base64'))
}

async function storeImage({ request: { record }, signer, work, ids }: SigningContext, bytes: Buffer) {
  const [{ formOfImage }, { imageFaultMessages }, { putImage, dropDocument }] = await Promise.all([
    import('../../../shared/images/read-image.ts'),
    import('../../../shared/images/image-fault.ts'),
    import('../../../shared/store/documents.ts'),
  ])
  const form = await formOfImage(bytes)
  if (typeof form !== 'string') return refuse('invalid_input', imageFaultMessages[form.fault], { reason: form.fault })
  const key = givenImageKey({ requestId: record.id, signerId: signer.id }, ids())
  work.ifNotCommitted(() => dropDocument(key))
  const stored = await putImage(key, bytes, form === 'jpeg' ? 'image/jpeg' : 'image/png')
  work.enqueue({ type: 'document.stored', data: { key } }, eventPlaceOf(record))
  return { mode: 'uploaded' as const, ...stored }
}
