import { type GeneralName, NameConstraints, RelativeDistinguishedNames } from 'pkijs'
import { oid } from '../object-identifiers.ts'
import { extension, extensionValue, type ReadCertificate } from './certificate.ts'

/**
 * Whether an authority may certify the subject of a certificate below it (RFC 5280 §4.2.1.10). Names in directories are compared. A
 * certificate with other names is not let through where the authority is limited in other names.
 */
export function allowsName(authority: ReadCertificate, certificate: ReadCertificate): boolean {
  if (!extension(authority, oid.nameConstraints)) return true
  const limits = limitsIn(authority)
  if (!limits) return false
  const { permitted, excluded } = limits
  const isUnder = ({ value }: GeneralName) => startsWith(certificate.content.subject, value)
  const isOfDirectory = ({ type, value }: GeneralName) => type === 4 && value instanceof RelativeDistinguishedNames
  const areAllOfDirectory = [...permitted, ...excluded].every(isOfDirectory)
  if (!areAllOfDirectory && hasOtherNames(certificate)) return false
  const permittedHere = permitted.filter(isOfDirectory)
  const isPermitted = permittedHere.length === 0 || permittedHere.some(isUnder)
  return isPermitted && !excluded.filter(isOfDirectory).some(isUnder)
}

function limitsIn(authority: ReadCertificate): { permitted: GeneralName[]; excluded: GeneralName[] } | null {
  const value = extensionValue(authority, oid.nameConstraints)
  if (!value) return null
  try {
    const { permittedSubtrees = [], excludedSubtrees = [] } = new NameConstraints({ schema: value })
    return { permitted: permittedSubtrees.map(({ base }) => base), excluded: excludedSubtrees.map(({ base }) => base) }
  } catch {
    return null
  }
}

function startsWith({ typesAndValues }: RelativeDistinguishedNames, start: RelativeDistinguishedNames): boolean {
  return start.typesAndValues.every((part, index) => typesAndValues[index]?.isEqual(part) === true)
}

/** An address in the subject is limited like one beside it. */
function hasOtherNames(certificate: ReadCertificate): boolean {
  const isAddress = ({ type }: { type: string }) => type === oid.emailAddress
  return (
    extension(certificate, oid.subjectAlternativeName) !== undefined ||
    certificate.content.subject.typesAndValues.some(isAddress)
  )
}
