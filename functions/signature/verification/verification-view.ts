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
import { growing } from '../../../shared/platform/growing.ts'
import { uuid } from '../../../shared/platform/ids.ts'

const { kind, signerName, signedAt, level, intact, coversWholeDocument, changesAfter, trusted, faults } =
  signatureVerification.entries
const stamp = timestampVerification.entries

const faultMeanings: Record<IntactnessFault | TrustFault | DocumentFault, string> = {
  byte_range: 'the signature does not cover the file from its start with only the signature itself left out',
  unreadable: 'the signature cannot be parsed or does not follow the rules of its kind',
  unsupported: 'this service does not know its kind, algorithm or key',
  weak_algorithm: 'it uses SHA-1, SHA-224, MD5 or a short key',
  certificate_missing: 'the file does not contain the certificate of the signer',
  signed_attributes: 'it was made for other content or names another certificate',
  digest: 'the signed bytes were changed',
  signature: 'it was not made with the key of the certificate',
  no_trusted_issuer: 'no trusted authority issued the certificate',
  certificate_not_valid: 'it is not proved that every certificate was valid at the time of signing',
  key_usage: 'the certificate is not meant for signing',
  revoked: 'a certificate was revoked, according to the file',
  test_seal: 'it is a seal of a test organization and has no legal value',
  not_in_document: 'a later change removed it, or the document structure never pointed to it',
  forbidden_change: 'somebody later made a kind of change that the signature forbids',
}
const faultsInWords = Object.entries(faultMeanings)
  .map(([fault, meaning]) => `\`${fault}\` (${meaning})`)
  .join(', ')

const changeMeanings: Record<ChangeKind, string> = {
  none: 'nothing, or nothing that a PDF reader uses',
  validation_data: 'certificates, revocation data and document timestamps, which are invisible',
  signatures: 'more signatures, which may be visible on a page',
  form_fill: 'values of form fields and how they look',
  annotations: 'notes and drawings on pages, which may cover signed content',
  other: 'anything else, such as a page, a font or the form itself, or a change that cannot be classified',
}
const changesInWords = Object.entries(changeMeanings)
  .map(([change, meaning]) => `\`${change}\` (${meaning})`)
  .join(', ')

const timestampView = v.pipe(
  v.object({
    at: v.pipe(stamp.at, v.description('The time that the authority certifies.')),
    authority: v.pipe(stamp.authority, v.description('The common name of the authority.')),
    intact: v.pipe(stamp.intact, v.description('The timestamp belongs to this signature and was not changed.')),
    trusted: v.pipe(stamp.trusted, v.description('The timestamp is intact and comes from a trusted authority.')),
  }),
  v.title('SignatureTimestamp'),
)

const signatureView = v.pipe(
  v.object({
    kind: v.pipe(
      kind,
      v.description(
        'A `document_timestamp` proves that the file existed at a time. It does not mean that anybody signed.',
      ),
    ),
    signerName: v.pipe(
      signerName,
      v.description('The common name in the certificate; without one, the name in the file.'),
    ),
    signedAt: v.pipe(
      signedAt,
      v.description(
        'Proved if `timestamp` is trusted; otherwise only claimed by the signer. Null if the file has no time.',
      ),
    ),
    level: v.pipe(
      level,
      v.description(
        'The PAdES baseline level. Null for other kinds of signature and for a signature that is not intact. A later document timestamp counts if it is trusted, or if the signature contains a timestamp of its own and the later one is not older than that.',
      ),
    ),
    intact: v.pipe(
      intact,
      v.description('The signed bytes are unchanged and were signed with the key of the certificate.'),
    ),
    coversWholeDocument: v.pipe(
      coversWholeDocument,
      v.description(
        'False if any byte follows the signed part, even if it only adds a timestamp. `changesAfter` says what was added.',
      ),
    ),
    changesAfter: v.pipe(
      changesAfter,
      v.description(
        `What was changed after this signature. The service compares every object of the signed document with the current file: ${changesInWords}. A value can include changes of the kinds listed before it. If the signature is intact and this is \`none\` or \`validation_data\`, a reader sees exactly the signed document.`,
      ),
    ),
    trusted: v.pipe(
      trusted,
      v.description(
        'True if the signature is intact, was not removed, no forbidden change was made, and its certificate was valid at signing and comes from a trusted authority.',
      ),
    ),
    timestamp: v.pipe(v.nullable(timestampView), v.description('The most reliable timestamp of the signature.')),
    faults: v.pipe(
      faults,
      v.description(`Why the signature is not intact or, if it is intact, why it is not trusted: ${faultsInWords}.`),
    ),
  }),
  v.title('VerifiedSignature'),
)

export const verificationView = v.pipe(
  v.object({
    signatures: v.pipe(
      v.array(signatureView),
      v.description(
        'In the order of signing, including signatures that a later change removed. Empty if the document has no signature.',
      ),
    ),
    faults: v.pipe(
      v.array(growing(readingFaults)),
      v.description(
        '`uncertain_structure`: the file is damaged or ambiguous, so readers may show it differently and may find other signatures. `changesAfter` is then `other` for every signature that does not cover the whole document. If no signature is found in such a file, the answer is `invalid_pdf`, never an empty list.',
      ),
    ),
    knownRequestId: v.pipe(
      v.nullable(uuid),
      v.description(
        'The id of your signature request, if this file is its sealed document or its evidence and you may read it.',
      ),
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
