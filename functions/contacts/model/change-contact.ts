import type { AuditEntry, auditActions } from '../../../shared/store/audit.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { type ContactStates, indexWritesOf, writeIndexItems } from './change-index.ts'
import { joinCompany } from './company-people.ts'
import { type Contact, type ContactContent, contactContentSchema, contacts, placeOfContact } from './contact.ts'
import { displayNameOf } from './contact-name.ts'
import { type StagedBatch, stagedBatches } from './staged-batch.ts'
import { successors } from './successor.ts'
import { countTags } from './tag-counts.ts'

type ContactAction = Extract<(typeof auditActions)[number], `contact.${string}`>

/** Writes a new contact with its index items, and publishes it. */
export function addContact(work: UnitOfWork, contact: Contact): void {
  work.create(contacts, contact)
  writeListings(work, { before: null, after: contact })
  countTags(work, [], [contact])
  tell(work, contact, 'contact.created')
  work.audit(auditOfContact(contact, 'contact.created'))
}

/** Writes the next state of a contact, and the difference of its index items. */
export function changeContact(work: UnitOfWork, before: Contact, after: Contact): void {
  putChanged(work, before, after)
  countTags(work, [before], [after])
}

function putChanged(work: UnitOfWork, before: Contact, after: Contact): void {
  work.update(contacts, before, after)
  writeListings(work, { before, after })
  tellOfChange(work, before, after)
  work.audit(auditOfContact(after, 'contact.changed', changesBetween(before, after)))
}

/** A contact before and after an import. Before is null for a new contact. */
export interface ImportedContact extends ContactStates {
  readonly after: Contact
}

/**
 * Writes imported contacts of one entity in one commit. The audit log counts the new ones. The index items of a staged batch are
 * already written; all contacts of such a batch are new.
 */
export function importContacts(
  work: UnitOfWork,
  imported: readonly ImportedContact[],
  staged: StagedBatch | null = null,
): void {
  const created = imported.flatMap(({ before, after }) => (before === null ? after : []))
  for (const { before, after } of imported) {
    if (before !== null) putChanged(work, before, after)
    else {
      work.create(contacts, after)
      if (staged) joinCompany(work, null, after)
      else writeListings(work, { before, after })
      tell(work, after, 'contact.created')
    }
  }
  if (staged) work.remove(stagedBatches, staged)
  countTags(
    work,
    imported.flatMap(({ before }) => before ?? []),
    imported.map(({ after }) => after),
  )
  const [first] = created
  if (first) work.audit(auditOfImport(first, created.length))
}

/** How many items a contact takes of the commit, without tag counts and the outbox entry. */
export function writesOfImported(imported: ImportedContact): number {
  return 1 + indexWritesOf([imported])
}

function auditOfImport({ orgId, livemode, entityId }: Contact, count: number): AuditEntry {
  const target = { type: 'entity', id: entityId, label: null }
  const changes = [{ field: 'count', from: null, to: count }]
  return { orgId, livemode, action: 'contact.imported', target, nodeId: entityId, changes }
}

/** Removes a contact with its index items. The audit log keeps its id only. */
export function removeContact(work: UnitOfWork, contact: Contact): void {
  dropContact(work, contact, null)
  writeListings(work, { before: contact, after: null })
  countTags(work, [contact], [])
  tell(work, contact, 'contact.deleted')
  work.audit(auditOfContact(contact, 'contact.deleted'))
}

/** Merges the source into the target, and deletes the source. */
export function mergeContacts(
  work: UnitOfWork,
  { target, after, source }: { target: Contact; after: Contact; source: Contact },
) {
  work.update(contacts, target, after)
  dropContact(work, source, after.id)
  writeListings(work, { before: target, after }, { before: source, after: null })
  countTags(work, [target, source], [after])
  work.putPart(successors, { contactId: source.id, successorId: after.id, mergedAt: after.updatedAt })
  tell(work, after, 'contact.updated')
  // Of a private one nobody has heard, nor does anybody now.
  if (after.isPrivate) tell(work, source, 'contact.deleted')
  else if (!source.isPrivate)
    work.emit({ type: 'contact.merged', data: { ...dataOf(after), sourceId: source.id } }, placeOfContact(after))
  work.audit(auditOfContact(after, 'contact.merged', [{ field: 'sourceId', from: source.id, to: null }]))
}

/** The job `contact-links` updates the references later, however many there are. */
function dropContact(work: UnitOfWork, contact: Contact, mergedInto: string | null): void {
  work.remove(contacts, contact)
  work.enqueue({ type: 'contact.gone', data: { contactId: contact.id, mergedInto } }, contact)
}

/** Making a contact private deletes it for subscribers; sharing it creates it. */
function tellOfChange(work: UnitOfWork, before: Contact, after: Contact): void {
  if (before.isPrivate === after.isPrivate) {
    tell(work, after, 'contact.updated')
    return
  }
  tell(work, before, 'contact.deleted')
  tell(work, after, 'contact.created')
  work.enqueue({ type: 'contact.visibility_changed', data: { contactId: after.id } }, after)
}

/** Index items and the link to the company. Tag counts are shared by the contacts of a commit. */
function writeListings(work: UnitOfWork, ...states: readonly ContactStates[]): void {
  writeIndexItems(work, states)
  for (const { before, after } of states) joinCompany(work, before, after)
}

/** Private contacts publish no events. */
function tell(
  work: UnitOfWork,
  contact: Contact,
  type: 'contact.created' | 'contact.updated' | 'contact.deleted',
): void {
  if (contact.isPrivate) return
  work.emit({ type, data: dataOf(contact) }, placeOfContact(contact))
}

function dataOf({ id: contactId, kind, entityId, externalRef }: Contact) {
  return { contactId, kind, entityId, ...(externalRef && { externalRef }) }
}

/**
 * The audit entry of a change. People can ask to be forgotten, and the log cannot forget: it names the changed fields and not
 * their values.
 */
export function auditOfContact(
  contact: Contact,
  action: ContactAction,
  changes: AuditEntry['changes'] = [],
): AuditEntry {
  const { id, orgId, livemode, entityId } = contact
  return { orgId, livemode, action, target: { type: 'contact', id, label: null }, nodeId: entityId, changes }
}

const contentFields = Object.keys(contactContentSchema.entries).filter(isContentField)

function isContentField(name: string): name is keyof ContactContent {
  return Object.hasOwn(contactContentSchema.entries, name)
}

/** The fields that differ between two states. */
export function changedFields(before: ContactContent, after: ContactContent): (keyof ContactContent)[] {
  return contentFields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
}

function changesBetween(before: Contact, after: Contact): AuditEntry['changes'] {
  return changedFields(before, after).map((field) => ({ field, from: masked(before[field]), to: masked(after[field]) }))
}

const masked = (value: unknown) => (typeof value === 'boolean' || value === null ? value : '•••')

/** A contact as another resource shows it. */
export function namedBriefly(contact: Contact): { id: string; displayName: string } {
  return { id: contact.id, displayName: displayNameOf(contact) }
}
