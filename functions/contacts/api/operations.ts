import type { Operation } from '../../../shared/http/operation.ts'
import { createContact } from './create-contact.ts'
import { deleteContact } from './delete-contact.ts'
import { findDuplicates } from './find-duplicates.ts'
import { getContact } from './get-contact.ts'
import { getContactOptions } from './get-contact-options.ts'
import { importContacts } from './import-contacts.ts'
import { listContactActivity } from './list-contact-activity.ts'
import { listContactTags } from './list-contact-tags.ts'
import { listContacts } from './list-contacts.ts'
import { mergeContacts } from './merge-contacts.ts'
import { updateContact } from './update-contact.ts'

export const operations: readonly Operation[] = [
  createContact,
  listContacts,
  listContactTags,
  getContactOptions,
  findDuplicates,
  importContacts,
  getContact,
  updateContact,
  deleteContact,
  mergeContacts,
  listContactActivity,
]
