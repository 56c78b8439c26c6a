/** The command `npm run partner`: the applications that may work with the organizations of an installation. */
import { parseArgs } from 'node:util'
import { systemIds } from '../../shared/platform/ids.ts'
import type { Table } from '../../shared/store/table.ts'
import { applicationOptions, describedApplication, overlapMsIn } from './application-input.ts'
import { inFull, inList } from './application-view.ts'
import {
  addApplication,
  changeApplication,
  listApplications,
  readApplication,
  revokeApplication,
  rotateApplicationSecret,
} from './applications.ts'
import { note, print, runCommand } from './command.ts'
import { commitCommand } from './commit-command.ts'
import { installationOptions, installationUsage, onTable, withLocalDirectory } from './installation.ts'
import { demandReader } from './output.ts'
import { providerNamed } from './provider-slug.ts'
import { MisunderstoodCommand } from './refusal.ts'
import { onWebhooks } from './webhook-verbs.ts'

const usage = `Registers and manages partner applications and connected apps, and their webhooks.

  npm run partner -- register --name "Example" [--publisher "Example & Sons"] [--scopes orgs:write,members:write]
  npm run partner -- list
  npm run partner -- show ID
  npm run partner -- change ID [--scopes orgs:read] …
  npm run partner -- rotate-secret ID [--overlap-hours 24] [--force]
  npm run partner -- revoke ID
  npm run partner -- webhook add --application ID --url https://… --events signature.completed,grant.created [--test]
  npm run partner -- webhook list --application ID
  npm run partner -- webhook change WEBHOOK --application ID [--url https://…] [--events A,B] [--description TEXT]
  npm run partner -- webhook rotate WEBHOOK --application ID [--overlap-hours 24]
  npm run partner -- webhook replay WEBHOOK --application ID --from 2026-01-31T12:00:00Z [--to …] [--status all] [--events A,B]
  npm run partner -- webhook reseal
  npm run partner -- webhook test|disable|enable|remove WEBHOOK --application ID

  --name NAME               the name that people see
  --publisher NAME          the company that publishes it
  --logo-url URL            its logo (https)
  --scopes A,B              the scopes that its machine access can have
  --redirect-uri URI        where people return after their consent (https, or http on localhost); can be repeated
  --jwks FILE               public keys (EC P-256, RSA from 2048 bits) that it authenticates with instead of a secret
  --requests-per-minute N   its rate limit (default 600)
  --overlap-hours N         how long the old secret keeps working (default 0, at most 168)
  --force                   rotate although an earlier secret still works, which ends at once (rotate-secret)
  --application ID          the application that owns the webhooks
  --url URL                 where events are posted to (https, a public host)
  --events A,B              event types; '*' alone: all present and future types
  --description TEXT        the purpose of the webhook
  --from TIME, --to TIME    replay events of this time: from at most 30 days ago, to now by default
  --status all              also replay delivered events; without it, only failed ones
  --test                    events of test organizations; without it, of live ones
  --webhook-keys KEYS       the keys that encrypt webhook secrets (output WebhookSecretKeys), if you may
                            not read stacks (webhook add, rotate, reseal)
  --provider SLUG           the provider, if the installation has several (register, list)

A change replaces the given values. An empty text removes the value: --publisher "".

${installationUsage}

Results are JSON. A secret is shown only once; it cannot be read later.
A revocation is final: tokens are refused from the next request on, and grants stay as history.
The command exits with 1 if something is refused and with 2 if the options are wrong.`

const ofProvider = { ...installationOptions, provider: { type: 'string' } } as const

const verbs: Readonly<Record<string, (given: string[]) => Promise<void>>> = {
  async register(args) {
    const { values } = parseArgs({ args, options: { ...ofProvider, ...applicationOptions } })
    const { name, ...described } = await describedApplication(values)
    if (name === undefined) throw new MisunderstoodCommand('--name: it is required.\nSee --help.')
    if (!described.jwks) demandReader()
    await onTable(values, async (table) => {
      const { providerId } = await providerNamed(table, values.provider)
      const nowMs = Date.now()
      const { secret, ...application } = await commitCommand(table, 'partner', async (work) =>
        addApplication(work, { providerId, name, ...described }, { ids: systemIds, nowMs }),
      )
      tellSecret(secret)
      const told = { ...inFull(application, nowMs), ...(secret !== null && { clientSecret: secret }) }
      await print(told, secret === null ? undefined : lostSecretOf(application.client.id))
    })
  },
  async list(args) {
    const { values } = parseArgs({ args, options: ofProvider })
    await onTable(values, async (table) => {
      const { providerId } = await providerNamed(table, values.provider)
      await print((await listApplications(table, providerId)).map(inList))
    })
  },
  async show(args) {
    const parsed = parseArgs({ args, options: installationOptions, allowPositionals: true })
    await onApplication(parsed, async (table, id) => print(inFull(await readApplication(table, id), Date.now())))
  },
  async change(args) {
    const options = { ...installationOptions, ...applicationOptions }
    const parsed = parseArgs({ args, options, allowPositionals: true })
    const change = await describedApplication(parsed.values)
    if (Object.keys(change).length === 0)
      throw new MisunderstoodCommand('Give at least one option to change.\nSee --help.')
    await onApplication(parsed, async (table, id) => {
      const nowMs = Date.now()
      await print(inFull(await changeApplication(table, id, change, nowMs), nowMs))
    })
  },
  async 'rotate-secret'(args) {
    const options = { ...installationOptions, 'overlap-hours': { type: 'string' }, force: { type: 'boolean' } } as const
    const parsed = parseArgs({ args, options, allowPositionals: true })
    const overlapMs = overlapMsIn(parsed.values)
    const endsOverlap = parsed.values.force ?? false
    demandReader()
    await onApplication(parsed, async (table, id) => {
      const nowMs = Date.now()
      const { secret, ...application } = await rotateApplicationSecret(table, id, { overlapMs, endsOverlap, nowMs })
      tellSecret(secret)
      await print({ ...inFull(application, nowMs), clientSecret: secret }, lostSecretOf(id))
    })
  },
  async revoke(args) {
    const parsed = parseArgs({ args, options: installationOptions, allowPositionals: true })
    await onApplication(parsed, async (table, id) => {
      const nowMs = Date.now()
      await print(inFull(await revokeApplication(table, id, nowMs), nowMs))
    })
  },
  webhook: onWebhooks,
}

interface Parsed {
  readonly values: Parameters<typeof onTable>[0]
  readonly positionals: readonly string[]
}

async function onApplication(
  { values, positionals }: Parsed,
  work: (table: Table, id: string) => Promise<void>,
): Promise<void> {
  const [id, ...others] = positionals
  if (!id || others.length > 0) throw new MisunderstoodCommand('Give the id of exactly one application.\nSee --help.')
  await onTable(values, async (table) => await work(table, id))
}

function lostSecretOf(id: string): string {
  return `The application ${id} has a secret that nobody knows. Make another one: npm run partner -- rotate-secret ${id}\nAdd --force if an earlier secret still works: it then ends at once.`
}

function tellSecret(secret: string | null): void {
  if (secret !== null) note('The secret is shown only once. Store it now.')
}

await runCommand(usage, async ([verb = '', ...given]) => {
  const act = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (!act)
    throw new MisunderstoodCommand(`${verb} is not a command. Commands: ${Object.keys(verbs).join(', ')}.\nSee --help.`)
  await act(withLocalDirectory(given))
})
