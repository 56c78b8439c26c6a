import * as v from 'valibot'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { form } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { duplicateReasons } from './duplicates.ts'
import { importFile } from './import-file.ts'
import { importInput } from './import-input.ts'

const running = () => import('./run-import.ts')

const row = v.pipe(v.number(), v.description('The line of the file in which the row begins; the header is line 1.'))

const reportView = v.pipe(
  v.object({
    dryRun: v.boolean(),
    total: v.number(),
    created: v.number(),
    updated: v.number(),
    skipped: v.number(),
    errors: v.array(v.object({ row, code: v.string(), field: v.nullable(v.string()), message: v.string() })),
    duplicates: v.array(
      v.object({
        row,
        contactId: v.pipe(
          v.nullable(v.string()),
          v.description('Null in a dry run where the row matches an earlier row.'),
        ),
        reasons: v.array(v.picklist(duplicateReasons)),
      }),
    ),
  }),
  v.title('ContactImport'),
)

export const importContacts = operation({
  id: 'importContacts',
  method: 'POST',
  path: '/v1/contacts/import',
  tag: 'Contacts',
  summary: 'Import contacts from a CSV file',
  description:
    'In UTF-8 or windows-1252, its columns parted by commas, semicolons or tabs, 5 MB and 5,000 rows at most. Each row is taken by itself: what is wrong with one keeps no other out. A row matches a contact that you see, or an earlier row, as `GET /v1/contacts/duplicates` compares them; the best match is told. `update` changes that one by the cells that are not empty. Contacts are written many at a time: where an import is interrupted, some may be there. The same import of the same upload, under whatever Idempotency-Key, goes on with them; no other import takes that upload. The same file imported again with `skip`, under whatever Idempotency-Key, finds those that have an e-mail, a SIRET or a whole name to be found by.',
  access: { to: 'entity', named: 'body', permission: 'contacts.manage', feature: null },
  commitsInParts: true,
  body: form(importInput, importFile),
  responses: { 200: reportView },
  errors: ['import_unknown_column', 'import_file_required'],
  loadModules: running,
  async handle({ body: input, headers, ...asked }) {
    const { runImport } = await running()
    const report = await runImport({ ...asked, input, idempotencyKey: headers['idempotency-key'] ?? null })
    return isRefusal(report) ? report : reply(200, report)
  },
})
