/** The command `npm run operator`: what the operator of an installation does for organizations. */
import { parseArgs } from 'node:util'
import { systemIds } from '../../shared/platform/ids.ts'
import { createKey, keyInput, listKeys, lostKey, ownerOfKeys, revokeKeyById } from './api-keys.ts'
import { daysOfOrganization, readAuditLog } from './audit-log.ts'
import { note, print, runCommand, valid } from './command.ts'
import { onUndelivered, queueOptions } from './event-queues.ts'
import { installationOptions, installationUsage, onInstallation, onTable, withLocalDirectory } from './installation.ts'
import { demandReader } from './output.ts'
import { addOwner, listOwners, owned, ownerInput } from './owners.ts'
import { quotaInput, setQuota } from './quotas.ts'
import { MisunderstoodCommand } from './refusal.ts'
import { countUndelivered, putBackUndelivered } from './undelivered-events.ts'
import { itemInput, sentItemInput, tellNotSent, tellSent } from './unknown-items.ts'

const usage = `Manages owners, API keys and quotas of organizations, reads their audit logs, settles registered mail whose outcome
nobody knows, and puts undelivered events back.

  npm run operator -- owner list --org ID
  npm run operator -- owner add --org ID --email jane@example.com --first-name Jane --last-name Doe [--locale fr]
  npm run operator -- api-key create --node ID --name "Billing" [--role admin]
  npm run operator -- api-key list --org ID
  npm run operator -- api-key revoke ID
  npm run operator -- quota set --node ID --metric signature_requests --limit 500 [--report-only]
  npm run operator -- quota set --node ID --metric signature_requests --limit none|default
  npm run operator -- audit-log show --org ID [--from 2026-01-01] [--to 2026-01-31]
  npm run operator -- mail-item sent --mail ID --item ID --vendor-id ID
  npm run operator -- mail-item not-sent --mail ID --item ID
  npm run operator -- undelivered-events show
  npm run operator -- undelivered-events put-back

  --node ID       the organization, entity or group where the key can act; the organization or entity of a quota
  --org ID        the organization whose owners, keys or log are meant
  --email ADDRESS, --first-name NAME, --last-name NAME, --locale TAG
                  the new owner; the language is that of the provider by default
  --from, --to    only these days (UTC) of the log, both included
  --name NAME     the name of the key, unique among the active keys of the organization
  --role KEY      the system role of the key: admin (default), manager, member or viewer
  --metric NAME   signature_requests or registered_mail_items, counted by UTC month
  --limit N       how many a month; none: without a limit; default: what holds without this command
  --mail ID       the registered mail, and --item ID its item, as the alarm RegisteredMailOutcomeUnknown names them
  --vendor-id ID  the id that the vendor gave to the mail
  --report-only   the limit is only reported, and nothing is refused

${installationUsage}

owner add makes an active member of the organization an owner at once. Everybody else gets an invitation and owns the organization
when they accept it; the same command sends it again. The new owner can then remove another one in the console or by the API.
Results are JSON. The secret of a key is shown only once. A revocation is final and counts from the next request on, and so
does a quota. Every change stands in the audit log of the organization, by "Sealpost".
audit-log show prints the log as the table has it, for npm run audit:check: also of a restored table that nothing serves yet.
mail-item asks nobody: ask the vendor first. After sent the item is read at the vendor, after not-sent it is handed over again.
undelivered-events are those in the dead-letter queue of the bus. show counts them and changes nothing. put-back sends each to
the queue that missed it, and removes it then; what no queue takes remains, and the exit code is 1. Both find the queue by
--stack; --table does not count. Your credentials need sqs:GetQueueUrl, sqs:ReceiveMessage, sqs:ChangeMessageVisibility,
sqs:DeleteMessage and sqs:SendMessage on the queues of the stack.
The command exits with 1 if something is refused and with 2 if the options are wrong.`

const { node, name, role, metric, limit, mail, item, org } = {
  org: { type: 'string' },
  node: { type: 'string' },
  name: { type: 'string' },
  role: { type: 'string' },
  metric: { type: 'string' },
  limit: { type: 'string' },
  mail: { type: 'string' },
  item: { type: 'string' },
} as const

const personOptions = {
  email: { type: 'string' },
  'first-name': { type: 'string' },
  'last-name': { type: 'string' },
  locale: { type: 'string' },
} as const

const verbs: Readonly<Record<string, (given: string[]) => Promise<void>>> = {
  async 'owner list'(args) {
    const { values } = parseArgs({ args, options: { ...installationOptions, org } })
    const asked = valid(owned, values)
    await onTable(values, async (table) => print(await listOwners(table, asked, Date.now())))
  },
  async 'owner add'(args) {
    const { values } = parseArgs({ args, options: { ...installationOptions, org, ...personOptions } })
    const wanted = valid(ownerInput, values)
    await onInstallation(values, async ({ table, consoleUrl }) => {
      const owner = await addOwner(table, wanted, { ids: systemIds, nowMs: Date.now() })
      const console = await consoleUrl()
      if (owner.status !== 'active') note(`An invitation is e-mailed to ${owner.email}. Its link makes them an owner.`)
      else if (console) note(`${owner.email} is an owner now, and signs in at ${console} as before.`)
      await print(owner)
    })
  },
  async 'api-key create'(args) {
    const { values } = parseArgs({ args, options: { ...installationOptions, node, name, role } })
    const wanted = valid(keyInput, values)
    demandReader()
    await onTable(values, async (table) => {
      const made = await createKey(table, wanted, { ids: systemIds, nowMs: Date.now() })
      note('The secret is shown only once. Store it now.')
      await print(made, lostKey(made.id))
    })
  },
  async 'api-key list'(args) {
    const { values } = parseArgs({ args, options: { ...installationOptions, org } })
    const asked = valid(ownerOfKeys, values)
    await onTable(values, async (table) => print(await listKeys(table, asked)))
  },
  async 'audit-log show'(args) {
    const options = { ...installationOptions, org, from: { type: 'string' }, to: { type: 'string' } } as const
    const { values } = parseArgs({ args, options })
    const asked = valid(daysOfOrganization, values)
    await onTable(values, async (table) => {
      const log = await readAuditLog(table, asked)
      note(`${log.results.length} entries`)
      await print(log)
    })
  },
  async 'api-key revoke'(args) {
    const { values, positionals } = parseArgs({ args, options: installationOptions, allowPositionals: true })
    const [id, ...others] = positionals
    if (!id || others.length > 0) throw new MisunderstoodCommand('Give the id of exactly one API key.\nSee --help.')
    await onTable(values, async (table) => print(await revokeKeyById(table, id, Date.now())))
  },
  async 'mail-item sent'(args) {
    const options = { ...installationOptions, mail, item, 'vendor-id': { type: 'string' } } as const
    const { values } = parseArgs({ args, options })
    const told = valid(sentItemInput, values)
    await onTable(values, async (table) => print(await tellSent(table, told, Date.now())))
  },
  async 'mail-item not-sent'(args) {
    const { values } = parseArgs({ args, options: { ...installationOptions, mail, item } })
    const told = valid(itemInput, values)
    await onTable(values, async (table) => print(await tellNotSent(table, told, Date.now())))
  },
  async 'undelivered-events show'(args) {
    const { values } = parseArgs({ args, options: queueOptions })
    await onUndelivered(values, async (queue) => print(await countUndelivered(queue)))
  },
  async 'undelivered-events put-back'(args) {
    const { values } = parseArgs({ args, options: queueOptions })
    await onUndelivered(values, async (queue) => {
      const outcome = await putBackUndelivered(queue)
      await print(outcome)
      if (outcome.remaining > 0) process.exitCode = 1
    })
  },
  async 'quota set'(args) {
    const options = { ...installationOptions, node, metric, limit, 'report-only': { type: 'boolean' } } as const
    const { values } = parseArgs({ args, options })
    const wanted = valid(quotaInput, values)
    await onTable(values, async (table) => print(await setQuota(table, wanted)))
  },
}

await runCommand(usage, async ([noun = '', verb = '', ...given]) => {
  const named = `${noun} ${verb}`
  const act = Object.hasOwn(verbs, named) ? verbs[named] : undefined
  if (!act) {
    const known = Object.keys(verbs).join(', ')
    throw new MisunderstoodCommand(`${named.trim()} is not a command. Commands: ${known}.\nSee --help.`)
  }
  await act(withLocalDirectory(given))
})
