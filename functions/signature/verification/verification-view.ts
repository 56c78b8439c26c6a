import * as v from 'valibot'
import type { ChangeKind } from '../../../shared/pdf/verification/change-kinds.ts'
import {
  type DocumentFault,
  type IntactnessFault,
  readingFaults,
  signatureVerification,
  type TrustFault,
  timestampVerification,
  type Verified,
} from '../../../shared/pdf/verification/verification.ts'
import { uuid } from '../../../shared/platform/ids.ts'

const { kind, signerName, signedAt, level, intact, coversWholeDocument, changesAfter, trusted, faults } =
  signatureVerification.entries
const stamp = timestampVerification.entries

const faultMeanings: Record<IntactnessFault | TrustFault | DocumentFault, string> = {
  byte_range: 'what is signed is not the file up to some byte without the signature',
  unreadable: 'the signature cannot be parsed, or is not what its kind asks for',
  unsupported: 'its kind, algorithm or key is not known here',
  weak_algorithm: 'SHA-1, SHA-224, MD5 or a short key',
  certificate_missing: 'the certificate of the signer is not in the file',
  signed_attributes: 'it is for other content, or names another certificate',
  digest: 'the bytes are not those that were signed',
  signature: 'it was not made by the key of the certificate',
  no_trusted_issuer: 'nobody who is trusted here issued the certificate',
  certificate_not_valid: 'a certificate was not valid at the time of signing, as far as that is proved',
  key_usage: 'the certificate is for other purposes',
  revoked: 'the file says that a certificate was revoked',
  test_seal: 'a seal of a test organization, without legal value',
  not_in_document: 'a later change removed it, or the structure of the document never led to it',
  forbidden_change: 'the signature forbids this kind of change, and somebody made one later',
}
const faultsInWords = Object.entries(faultMeanings)
  .map(([fault, meaning]) => `\`${fault}\` (${meaning})`)
  .join(', ')

const changeMeanings: Record<ChangeKind, string> = {
  none: 'nothing, or nothing that a reader uses',
  validation_data: 'certificates, revocation data and document timestamps, which nobody sees',
  signatures: 'further signatures, which may be visible on a page',
  form_fill: 'values of form fields, and how they look',
  annotations: 'notes and drawings on pages, which may cover what was signed',
  other: 'anything else, such as a page, a font or the form itself; or it cannot be told',
}
const changesInWords = Object.entries(changeMeanings)
  .map(([change, meaning]) => `\`${change}\` (${meaning})`)
  .join(', ')

const timestampView = v.pipe(
  v.object({
    at: v.pipe(stamp.at, v.description('The time that the authority tells.')),
    authority: v.pipe(stamp.authority, v.description('The common name of the authority.')),
    intact: v.pipe(stamp.intact, v.description('It is of this very signature, and nobody changed it.')),
    trusted: v.pipe(stamp.trusted, v.description('It is intact, and of an authority that is trusted here.')),
  }),
  v.title('SignatureTimestamp'),
)

const signatureView = v.pipe(
  v.object({
    kind: v.pipe(
      kind,
      v.description('A `document_timestamp` proves that the file was there at a time, and is nobody\u2019s consent.'),
    ),
    signerName: v.pipe(
      signerName,
      v.description('The common name in the certificate, or else the name that the file tells.'),
    ),
    signedAt: v.pipe(
      signedAt,
      v.description(
        'Proved where `timestamp` is trusted; otherwise what the signer claims. Null where the file is silent.',
      ),
    ),
    level: v.pipe(
      level,
      v.description('PAdES baseline level; null for other kinds of signature, or one that is not intact.'),
    ),
    intact: v.pipe(
      intact,
      v.description('The bytes that were signed are as they were, and the key of the certificate signed them.'),
    ),
    coversWholeDocument: v.pipe(
      coversWholeDocument,
      v.description(
        'False as soon as a byte follows what was signed, also where it adds only a timestamp: `changesAfter` tells what came later.',
      ),
    ),
    changesAfter: v.pipe(
      changesAfter,
      v.description(
        `What was changed after this signature, found by comparing every object of the signed document with the file as it is: ${changesInWords}. Each may come with those before it. A reader sees what was signed, and nothing else, where the signature is intact and this is \`none\` or \`validation_data\`.`,
      ),
    ),
    trusted: v.pipe(
      trusted,
      v.description(
        'True when the signature is intact, nobody removed it or made a change that it forbids, and its certificate was valid at signing and comes from an authority that we trust.',
      ),
    ),
    timestamp: v.pipe(v.nullable(timestampView), v.description('The best timestamp over the signature.')),
    faults: v.pipe(
      faults,
      v.description(`Why it is not intact or, where it is, why it is not trusted: ${faultsInWords}.`),
    ),
  }),
  v.title('VerifiedSignature'),
)

export const verificationView = v.pipe(
  v.object({
    signatures: v.pipe(
      v.array(signatureView),
      v.description(
        'In the order of signing, with those that a later change removed from the document; empty where nobody signed.',
      ),
    ),
    faults: v.pipe(
      v.array(v.picklist(readingFaults)),
      v.description(
        '`uncertain_structure`: the file is damaged or ambiguous, so that readers may show it differently, and may see other signatures. `changesAfter` is then `other` for all but what covers the whole document. Where no signature is found in such a file, the answer is `invalid_pdf` and never an empty list.',
      ),
    ),
    knownRequestId: v.pipe(
      v.nullable(uuid),
      v.description('The request that you may read whose sealed document or evidence this very file is.'),
    ),
  }),
  v.title('DocumentVerification'),
)

export function toVerification(
  { signatures, faults }: Pick<Verified, 'signatures' | 'faults'>,
  knownRequestId: string | null,
): v.InferOutput<typeof verificationView> {
  return v.parse(verificationView, { signatures, faults, knownRequestId })
}
