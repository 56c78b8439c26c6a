import type { Box } from '../../../shared/pdf/page-geometry.ts'
import type { SignerStamps, StampField } from '../../../shared/pdf/stamp.ts'
import { signatureExamples } from './signatures.ts'

/** A person who signed, for the stamps of tests. */
export function stampedSigner(name: string, fields: StampField[] = []): SignerStamps {
  return {
    id: '0190b3d2-7c1e-7a31-9f10-5b1de7000001',
    name,
    time: '2026-03-01 15:05 UTC+1',
    verificationId: '01J2SX4Z0YF8RHY41VBSKR0001',
    fields,
  }
}

/** What the first of `everyKindOfStamp` fills in beside the signature. */
const otherFields = [
  { name: 'initials', type: 'initials' },
  { name: 'a date', type: 'date', value: '2026-03-01' },
  { name: 'a text', type: 'text', value: 'Read and approved, all but clause 7' },
  { name: 'a ticked box', type: 'checkbox', value: true },
  { name: 'an empty box', type: 'checkbox', value: false },
] as const

const columns = 3
const size = { width: 92, height: 40 }
const gap = 8

/** What `everyKindOfStamp` takes of a page. */
export const roomForEveryKind = { width: columns * (size.width + gap) + gap, height: 4 * (size.height + gap) + gap }

export type NamedStamp = { name: string; box: Box }

/** A field of every kind, in rows from a corner of a page, with a signer for each kind of signature. */
export function everyKindOfStamp(
  page: number,
  corner = { x: 0, y: 0 },
): { signers: SignerStamps[]; stamps: NamedStamp[] } {
  const stamps: NamedStamp[] = []
  const place = (name: string) => {
    const [column, row] = [stamps.length % columns, Math.floor(stamps.length / columns)]
    const x = corner.x + gap + column * (size.width + gap)
    const y = corner.y + gap + row * (size.height + gap)
    stamps.push({ name, box: { x, y, ...size } })
    return { page, x, y, ...size }
  }
  const signers = Object.entries(signatureExamples).map(([name, signature]): SignerStamps => {
    return { ...stampedSigner('Zoë Łukasiewicz', [{ ...place(name), type: 'signature' }]), signature }
  })
  signers[0]?.fields.push(...otherFields.map(({ name, ...kind }): StampField => ({ ...place(name), ...kind })))
  return { signers, stamps }
}
