import { isCertificateOf, type PersonName } from './certificate-name.ts'
import { staysValid } from './verification/stays-valid.ts'
import type { PersonSignature, SigningCertificateFault, VerifiedPersons } from './verification/verification.ts'

/** Who was to sign at a vendor, and at which level of eIDAS. */
export interface AskedSigners {
  readonly level: string
  readonly signers: readonly PersonName[]
}

const meanings: Readonly<Record<SigningCertificateFault, string>> = {
  authority: 'it is of an authority',
  self_issued: 'its holder issued it',
  key_usage: 'it is not for signatures',
  certificate_not_valid: 'it was not valid at the time',
}

/**
 * What is wrong with the signatures of a document that was signed at a vendor; nothing where they hold. All must stay valid, and
 * nothing but validation data and timestamps may follow the last. Vendors may seal simple signatures (`ses`) by a certificate of
 * their own. At other levels each signer has a signature by a certificate that names them, and is of nobody else.
 */
export function flawsOfVendorSignatures(
  { signatures, faults }: Pick<VerifiedPersons, 'signatures' | 'faults'>,
  { level, signers }: AskedSigners,
): string[] {
  const people = signatures.filter(({ kind }) => kind === 'signature')
  const last = people.at(-1)
  if (!last) return ['it has no signature']
  const isWhole = last.changesAfter === 'none' || last.changesAfter === 'validation_data'
  return [
    ...(faults.length > 0 ? ['readers may find other signatures in it'] : []),
    ...signatures.filter((each) => !staysValid(each)).map(brokenText),
    ...(isWhole ? [] : ['something was appended after the last signature']),
    ...(level === 'ses' ? [] : signerFlaws(people, signers)),
  ]
}

function brokenText({ signerName, changesAfter, faults }: PersonSignature): string {
  return `the signature of ${signerName ?? 'nobody'} does not hold: ${faults.join(', ') || `${changesAfter} after it`}`
}

/** A vendor may add a seal of its own to the signatures of people. Its certificate names nobody, and is not judged. */
function signerFlaws(signatures: readonly PersonSignature[], signers: readonly PersonName[]): string[] {
  const usable = new Map<string, SignerCertificate>()
  for (const { certificate } of signatures)
    if (certificate?.fault === null) usable.set(certificate.fingerprint, certificate)
  const missing = withoutOwn(signers, [...usable.values()], (signer, certificate) =>
    isCertificateOf(certificate, signer),
  )
  const unnamed = missing.map(
    ({ firstName, lastName }) => `no signature is by a certificate of its own that names ${firstName} ${lastName}`,
  )
  return unnamed.length > 0 ? [...unnamed, ...signatures.flatMap(certificateFlaws)] : []
}

type SignerCertificate = NonNullable<PersonSignature['certificate']>

function certificateFlaws({ certificate, signerName }: PersonSignature): string[] {
  if (!certificate?.fault) return []
  return [`the certificate of ${signerName ?? 'nobody'} cannot be accepted: ${meanings[certificate.fault]}`]
}

/** Those who are left when as many as possible got one of their own: a certificate may name two signers. */
function withoutOwn<Person, Own>(
  people: readonly Person[],
  owned: readonly Own[],
  fits: (person: Person, own: Own) => boolean,
): Person[] {
  const holders = new Map<Own, Person>()
  const findFor = (person: Person, tried: Set<Own>): boolean =>
    owned.some((own) => {
      if (tried.has(own) || !fits(person, own)) return false
      tried.add(own)
      const holder = holders.get(own)
      if (holder !== undefined && !findFor(holder, tried)) return false
      holders.set(own, person)
      return true
    })
  return people.filter((person) => !findFor(person, new Set()))
}
