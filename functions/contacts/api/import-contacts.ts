import * as v from 'valibot'
import { isRefusal } from '../../../shared/errors/refusal.ts'
import { form } from '../../../shared/http/body.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { duplicateReasons } from './duplicates.ts'
import { importFile } from './import-file.ts'
import { importInput } from './import-input.ts'

const running = () => import('./run-import.ts')

const row = v.pipe(v.number(), v.description('The line of the file where the row starts. The header is line 1.'))

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
          v.description('Null in a dry run if the row matches an earlier row.'),
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
    'The file is UTF-8, UTF-16 with a byte order mark, or windows-1252, with columns separated by commas, semicolons or tabs, and has at most 5 MB and 5,000 rows. Rows of empty cells do not count. Tags in one cell are separated by `|`, `;` or `:::`. The groups of Google itself, such as `* myContacts`, are not imported. Civilities and countries can be written in French or English, such as `Mme` and `Allemagne`, and a phone number may lack the `+` that a spreadsheet dropped. `GET /v1/contacts/options` has mappings for files of common programs. An error in one row does not affect other rows. A row is compared with the contacts that you can see and with earlier rows, as `GET /v1/contacts/duplicates` does; the report names the best match. If only the name is the same and the e-mail or the SIRET differs, the row still creates a contact. `update` changes that contact with the cells that are not empty, and adds the tags to those that it has; it never makes a contact private or shared. Contacts are written in batches, so an interrupted import may have written some of them. To continue it, send the same import with the same upload and any Idempotency-Key; no other import can use that upload. To import the same file again, use `skip`: it finds contacts that have an e-mail, a SIRET or a full name.',
  access: { to: 'entity', named: 'body', permission: 'contacts.manage', feature: null },
  commitsInParts: true,
  body: form(importInput, importFile),
  responses: { 200: reportView },
  errors: ['import_unknown_column', 'import_file_required', 'invalid_input'],
  loadModules: running,
  async handle({ body: input, headers, ...asked }) {
    const { runImport } = await running()
    const report = await runImport({ ...asked, input, idempotencyKey: headers['idempotency-key'] ?? null })
    return isRefusal(report) ? report : reply(200, report)
  },
})
