/** A step of a request, as far as a correction of a signer shows in it. */
interface AnyStep {
  readonly type: string
  readonly detail: Readonly<Record<string, unknown>> | null
}

const correctableFields = ['firstName', 'lastName', 'email', 'phone', 'locale', 'authMethod'] as const

/** One field of a signer that the sender corrected, with both values. */
export interface CorrectedField {
  readonly field: (typeof correctableFields)[number]
  readonly from: string | null
  readonly to: string | null
}

/** What a step corrected about its signer; nothing if it is no correction. */
export function correctedFieldsOf({ type, detail }: AnyStep): CorrectedField[] {
  const fields: unknown[] = type === 'corrected' && Array.isArray(detail?.fields) ? detail.fields : []
  return fields.filter(isCorrectedField)
}

/** Whether a step gave its signer another address. This may mean another person, so the record of the signer starts anew. */
export function isReaddressing(step: AnyStep): boolean {
  return correctedFieldsOf(step).some(
    ({ field, from, to }) => field === 'email' && from?.toLowerCase() !== to?.toLowerCase(),
  )
}

interface NamedSigner {
  readonly name: string
  readonly email: string
}

/** A signer as they were before some steps about them: what these steps corrected is undone, the last one first. */
export function signerBefore({ name, email }: NamedSigner, steps: readonly AnyStep[]): NamedSigner {
  return steps.flatMap(correctedFieldsOf).reduceRight(undone, { name, email })
}

function undone(signer: NamedSigner, { field, from, to }: CorrectedField): NamedSigner {
  const { name } = signer
  if (from === null || to === null) return signer
  if (field === 'email') return { ...signer, email: from }
  if (field === 'firstName' && name.startsWith(`${to} `)) return { ...signer, name: `${from}${name.slice(to.length)}` }
  if (field === 'lastName' && name.endsWith(` ${to}`))
    return { ...signer, name: `${name.slice(0, name.length - to.length)}${from}` }
  return signer
}

function isCorrectedField(value: unknown): value is CorrectedField {
  if (typeof value !== 'object' || value === null || !('field' in value && 'from' in value && 'to' in value))
    return false
  const isText = (text: unknown) => text === null || typeof text === 'string'
  return correctableFields.some((name) => name === value.field) && isText(value.from) && isText(value.to)
}
