import { csvTable } from '../../functions/contacts/api/csv-rows.ts'
import type { ImportInput } from '../../functions/contacts/api/import-input.ts'
import { runImport } from '../../functions/contacts/api/run-import.ts'
import { type Contact, contactKey, contacts } from '../../functions/contacts/model/contact.ts'
import { importLimits } from '../../functions/contacts/model/import-limits.ts'
import { type StagedBatch, stageContacts } from '../../functions/contacts/model/staged-batch.ts'
import type { Principal } from '../../shared/auth/principal.ts'
import { systemIds } from '../../shared/platform/ids.ts'
import { systemAuthor } from '../../shared/store/audit.ts'
import { fromItem } from '../../shared/store/collection.ts'
import { getItem } from '../../shared/store/table.ts'
import { UnitOfWork } from '../../shared/store/unit-of-work.ts'
import type { Upload } from '../../shared/store/uploads.ts'
import { nameMapping } from './contact-import.ts'
import { contactOf } from './contacts.ts'
import { type Tenant, table } from './tenant.ts'

/** A contact as the table has it. */
export async function storedContact(id: string): Promise<Contact> {
  const item = await getItem(table(), contactKey(id))
  if (!item) throw new Error(`there is no contact ${id}`)
  return fromItem(contacts, item)
}

/** The index items of contacts that an import prepared so long ago, before it broke down. */
export async function brokenImport(
  of: Tenant,
  count: number,
  fields: Partial<Contact>,
  agoMs = 0,
): Promise<StagedBatch> {
  const { id } = await contactOf(of)
  const model = await storedContact(id)
  const [first, ...others] = Array.from({ length: count }, (_, place) => ({
    ...model,
    id: systemIds(),
    firstName: 'Aaron',
    lastName: `Absent${place}`,
    ...fields,
  }))
  if (!first) throw new Error('an import has rows')
  return await staged([first, ...others], agoMs)
}

/** Prepares contacts, so long ago. Sweeps of other tests remove them only once they count as abandoned. */
export async function staged(given: [Contact, ...Contact[]], agoMs = 0): Promise<StagedBatch> {
  return await stageContacts({ table: table(), clock: () => Date.now() - agoMs, ids: systemIds }, given)
}

/** What an import does under a key that nothing is recorded for, as before or after an interruption. */
export async function importedUnder(
  idempotencyKey: string,
  of: Tenant,
  file: string,
  { upload, onDuplicate = 'skip' }: { upload?: Upload; onDuplicate?: ImportInput['onDuplicate'] } = {},
) {
  const bytes = Buffer.from(file)
  const content = csvTable(bytes, importLimits.maxRows)
  if ('faultyLine' in content) throw new Error('the file cannot be read')
  return await runImport({
    table: table(),
    clock: Date.now,
    ids: systemIds,
    principal: principalOf(of),
    idempotencyKey,
    entity: { ...of.entity, providerId: of.org.providerId },
    input: {
      entityId: of.entity.id,
      mapping: nameMapping,
      onDuplicate,
      tags: [],
      kind: 'person',
      isPrivate: false,
      dryRun: false,
    },
    file: { name: 'contacts.csv', bytes, content, upload: upload ?? null },
    origin: { requestId: 'test', ip: '127.0.0.1', userAgent: null },
    signal: new AbortController().signal,
    work: new UnitOfWork({ table: table(), clock: Date.now, ids: systemIds, author: systemAuthor('test') }),
  })
}

function principalOf({ key: { clientId: id }, org: { providerId } }: Tenant): Principal {
  return {
    kind: 'api_key',
    id,
    clientId: id,
    memberships: [],
    scopes: [],
    application: null,
    profile: {
      id,
      kind: 'service',
      email: null,
      firstName: 'Test',
      lastName: null,
      locale: 'en',
      avatarUrl: null,
      welcomeCompletedAt: null,
      providerId,
      createdAt: '2026-01-01T00:00:00.000Z',
      version: 1,
    },
  }
}
