import { expect, test } from 'vitest'
import { inParallel } from '../../../shared/platform/in-parallel.ts'
import { call, demand } from '../../support/client.ts'
import { imported } from '../../support/contact-import.ts'
import { contactOf, contactsPath } from '../../support/contacts.ts'
import { type Tenant, tenant } from '../../support/tenant.ts'
import { readCsv } from '../unit/read-csv.ts'
import { sampleOfSent } from '../unit/sent-contacts.ts'

/** A file cannot bring along what tells where and when a contact came to be, what follows from its names, and its company. */
const unmapped = ['id', 'entityId', 'createdAt', 'updatedAt', 'displayName', 'companyId']

async function exported({ token, entity }: Tenant): Promise<string> {
  const answer = await call('GET', `${contactsPath}/export?entityId=${entity.id}`, { token })
  demand(answer, 200)
  return answer.text
}

/** A file as it is but for ids and times. Contacts of the same name stand in the order of their ids. */
function linesOf(file: string): string[] {
  const anonymous = file
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>')
  return anonymous.split('\r\n').sort()
}

test('what one entity exports, another imports, and exports the same', async () => {
  const [from, to] = await Promise.all([tenant(), tenant()])
  await inParallel(sampleOfSent(250), 8, ({ kind, sent, row }) =>
    contactOf(from, { kind, ...sent, isPrivate: row % 5 === 0 }),
  )
  const file = await exported(from)
  const [header = []] = readCsv(file)
  const mapping = Object.fromEntries(header.filter((name) => !unmapped.includes(name)).map((name) => [name, name]))
  const report = await imported(to, `\ufeff${file}`, { mapping, onDuplicate: 'create' })
  expect(report).toMatchObject({ total: 250, created: 250, errors: [] })
  expect(linesOf(await exported(to))).toEqual(linesOf(file))
})
