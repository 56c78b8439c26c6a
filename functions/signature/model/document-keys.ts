import type { SignerRef } from '../../../shared/personal-links/signing-secrets.ts'
import type { RequestRecord } from './request.ts'

/** What tells where the documents of a request are stored, so that it need not be noted for each of them. */
export type DocumentOwner = Pick<RequestRecord, 'orgId'> & { readonly document: Pick<RequestRecord['document'], 'id'> }
type PlaceOfShown = DocumentOwner & { readonly document: Pick<RequestRecord['document'], 'normalized'> }

/** The uploaded file. */
export function originalKey({ orgId, document }: DocumentOwner): string {
  return `originals/${orgId}/${document.id}.pdf`
}

/** What was made of the upload, where it was normalized. */
export function normalizedKey({ orgId, document }: DocumentOwner): string {
  return `originals/${orgId}/${document.id}-shown.pdf`
}

/** The file that people see and that is sealed: the upload itself, unless it was normalized. */
export function shownKey(place: PlaceOfShown): string {
  return place.document.normalized ? normalizedKey(place) : originalKey(place)
}

/** Both, or the one where they are the same. */
export function documentKeys(place: PlaceOfShown): string[] {
  return [...new Set([originalKey(place), shownKey(place)])]
}

/** Keys of the run's own: runs at the same time never write over each other. */
export function sealedKeys({ orgId, document }: DocumentOwner, sealRun: string): { signed: string; evidence: string } {
  const stem = `sealed/${orgId}/${document.id}/${sealRun}`
  return { signed: `${stem}-signed.pdf`, evidence: `${stem}-evidence.pdf` }
}

/** All sealed files of a request, the newest sealed document last; none where it is not sealed. */
export function allSealedKeys(
  place: DocumentOwner & { readonly document: Pick<RequestRecord['document'], 'sealRun' | 'signed'> },
) {
  const { sealRun, signed } = place.document
  if (sealRun === null) return []
  const { signed: first, evidence } = sealedKeys(place, sealRun)
  return [evidence, first, ...(signed?.renewals ?? []).map(({ run }) => sealedKeys(place, run).signed)]
}

/** The picture and the strokes of a mention that was written before its signer signs. */
export function drawingKeys(ref: SignerRef, id: string): { picture: string; strokes: string } {
  const stem = givenImageKey(ref, id)
  return { picture: `${stem}.png`, strokes: `${stem}.json` }
}

/** The document up to the signature of a signer whose key a vendor keeps: with an empty place for it, then with it. */
export function remoteSignatureKey(ref: SignerRef, id: string): string {
  return `${givenImageKey(ref, id)}.pdf`
}

/** An image that a signer gave as their signature; the id is of the try to sign. */
export function givenImageKey({ requestId, signerId }: SignerRef, id: string): string {
  return `signatures/${requestId}/${signerId}/${id}`
}
