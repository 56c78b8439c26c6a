import type { Contact } from '../../../functions/contacts/model/contact.ts'
import { nothingKnown } from '../../../functions/contacts/model/contact-input.ts'
import { entityId } from './sent-contacts.ts'

const at = '2026-01-01T00:00:00.000Z'

/** A person, whose id tells a place. */
export function contactWith(place: number, fields: Partial<Contact> = {}): Contact {
  const id = `0190b3d2-7c1e-7a31-9f10-${String(place).padStart(12, '0')}`
  return {
    ...nothingKnown,
    id,
    orgId: entityId,
    entityId,
    providerId: entityId,
    livemode: true,
    kind: 'person',
    createdBy: { type: 'api_key', id: 'key_test', name: 'Key' },
    createdAt: at,
    updatedAt: at,
    version: 1,
    ...fields,
  }
}
