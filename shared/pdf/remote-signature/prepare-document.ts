import { removeConformanceClaims } from '../conformance-claims.ts'
import { updateDocument } from '../document-update.ts'
import type { Box } from '../page-geometry.ts'
import { countPages, findPages } from '../page-tree.ts'
import type { SignerIdentity } from '../signature-block.ts'
import { signaturePageSize } from '../signature-page.ts'
import { type SignerStamps, type StampOptions, stampDocument } from '../stamp.ts'
import { addEmptyFields, fieldNameOf, type SignaturePlace } from './empty-fields.ts'

/** A signer as the empty document knows them. `field` is measured from the top-left of its page; null: a place on the signature page. */
export interface AwaitedSigner extends SignerIdentity {
  readonly field: (Box & { readonly page: number }) | null
}

export interface PrepareOptions {
  readonly title: string
  readonly watermark: string | null
  /** The program that writes it. */
  readonly producer: string
}

/**
 * The document with everything that must be there before anybody signs: the signature page, the watermark, and an empty field for
 * each signer. Later signatures change nothing but their own field. The same input gives the same bytes.
 */
export async function prepareDocument(
  shown: Uint8Array,
  signers: readonly AwaitedSigner[],
  { title, watermark, producer }: PrepareOptions,
): Promise<Uint8Array> {
  const { bytes } = await updateDocument(shown, async (update) => {
    const signaturePage = countPages(update) + 1
    const blocks = new Map<string, Box>()
    const options = stampOptionsOf({ title, watermark }, (signer, box) => blocks.set(signer.id, box))
    await stampDocument(update, stampsOfAwaited(signers), options)
    update.describe({ title, producer })
    removeConformanceClaims(update)
    const pages = findPages(update, new Set(signers.flatMap(({ field }) => (field ? [field.page] : []))))
    const places = signers.map(({ id, field }, index): SignaturePlace => {
      const fieldName = fieldNameOf(index)
      if (!field) return { fieldName, page: signaturePage, box: boxOf(blocks, id) }
      const { x, y, width, height, page } = field
      const displayed = pages.get(page)?.geometry.height ?? signaturePageSize.height
      return { fieldName, page, box: { x, y: displayed - y - height, width, height } }
    })
    addEmptyFields(update, places)
  })
  return bytes
}

/** The stamps of the prepared document: places on the signature page, and nothing in fields. */
export function stampsOfAwaited(signers: readonly AwaitedSigner[]): SignerStamps[] {
  return signers.filter(({ field }) => field === null).map(({ field: _, ...signer }) => ({ ...signer, fields: [] }))
}

export function stampOptionsOf(
  options: Pick<PrepareOptions, 'title' | 'watermark'>,
  onEmptyBlock: NonNullable<StampOptions['onEmptyBlock']> = () => undefined,
): StampOptions {
  return { ...options, onEmptyBlock }
}

function boxOf(blocks: ReadonlyMap<string, Box>, id: string): Box {
  const box = blocks.get(id)
  if (!box) throw new Error(`The signature page has no place for the signer ${id}`)
  return box
}
