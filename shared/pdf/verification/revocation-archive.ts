import { Constructed } from 'asn1js'
import type { Attribute } from 'pkijs'
import { oid } from '../object-identifiers.ts'
import { attributeOf } from './cms.ts'
import { childrenOf } from './signing-certificate.ts'

/** Revocation data that Acrobat puts among the signed attributes (ISO 32000-2 §12.8.3.3.2), in DER. */
export function archivedRevocations(attributes: readonly Attribute[] | undefined): {
  crls: Uint8Array[]
  ocsps: Uint8Array[]
} {
  const kinds = childrenOf(attributeOf(attributes, oid.revocationArchival))
  const tagged = (tagNumber: number): Uint8Array[] => {
    const found = kinds.find(({ idBlock }) => idBlock.tagNumber === tagNumber)
    const list = found instanceof Constructed ? found.valueBlock.value[0] : null
    return childrenOf(list).map((each) => each.valueBeforeDecodeView)
  }
  return { crls: tagged(0), ocsps: tagged(1) }
}
