import type { ApiProblem } from '../api.ts'
import { textsOf } from '../language.ts'

/** Where a value stands in what was sent, such as `signers`, 0, `email`. */
export type FieldPath = readonly (string | number)[]

export interface FieldIssue {
  readonly path: FieldPath
  /** In English, by the API. */
  readonly message: string
  /** Another value that it does not go with: the console says so itself. */
  readonly against?: FieldPath
}

const texts = textsOf<Readonly<Record<string, string>>>({
  en: {
    signers: 'Signer',
    recipients: 'Recipient',
    followers: 'Who else gets a copy',
    reminders: 'Reminder',
    email: 'E-mail address',
    phone: 'Phone number',
    mobilePhone: 'Mobile number',
    firstName: 'First name',
    lastName: 'Last name',
    company: 'Company',
    title: 'Title',
    message: 'Message',
    subject: 'Subject',
    contentHtml: 'Letter',
    fields: 'Field',
    file: 'File',
  },
  fr: {
    signers: 'Signataire',
    recipients: 'Destinataire',
    followers: 'Qui d’autre reçoit une copie',
    reminders: 'Rappel',
    email: 'Adresse e-mail',
    phone: 'Numéro de téléphone',
    mobilePhone: 'Numéro de mobile',
    firstName: 'Prénom',
    lastName: 'Nom',
    company: 'Entreprise',
    title: 'Titre',
    message: 'Message',
    subject: 'Objet',
    contentHtml: 'Lettre',
    fields: 'Champ',
    file: 'Fichier',
  },
})

/** The values that the API names, in a list or at the beginning of its message. */
export function issuesOf({ code, message, details }: Pick<ApiProblem, 'code' | 'message' | 'details'>): FieldIssue[] {
  if (Array.isArray(details.issues)) return details.issues.flatMap(issueIn)
  // One message can name several fields: it is shown at the first.
  const [field, other]: readonly unknown[] = Array.isArray(details.fields) ? details.fields : []
  const isPair = message.startsWith(`${field} is not within ${other}.`)
  if (typeof field === 'string')
    return [{ path: field.split('.'), message, ...(isPair && { against: String(other).split('.') }) }]
  const [, name, rest] =
    (code === 'invalid_input' && /^([a-z]\w*(?:\.\w+)*)(?:: | (?=must ))(.+)$/s.exec(message)) || []
  return name && rest ? [{ path: name.split('.'), message: rest }] : []
}

function issueIn(issue: unknown): FieldIssue[] {
  if (typeof issue !== 'object' || issue === null || !('path' in issue) || !Array.isArray(issue.path)) return []
  return [{ path: issue.path, message: 'message' in issue ? String(issue.message) : '' }]
}

/** What the console calls a value, such as “Signer 1, E-mail address”. Null: only the API has a name for it. */
export function fieldName(path: FieldPath): string | null {
  const names: string[] = []
  for (const [index, part] of path.entries()) {
    if (typeof part === 'number') continue
    const name = texts()[part]
    if (name === undefined) return null
    const next = path[index + 1]
    names.push(typeof next === 'number' ? `${name} ${next + 1}` : name)
  }
  return names.join(', ') || null
}
