/** The command `npm run bootstrap`: the first provider, organization and owner of an installation. */
import { parseArgs } from 'node:util'
import { systemIds } from '../../shared/platform/ids.ts'
import { createKey, lostKey } from './api-keys.ts'
import { note, print, runCommand, valid } from './command.ts'
import { foundInstallation } from './founding.ts'
import { installationOptions, installationUsage, onInstallation, withLocalDirectory } from './installation.ts'
import { demandReader } from './output.ts'
import { foundingSchema } from './provider-slug.ts'

const usage = `Sets up a new installation: the provider (the company that runs it), a first live organization with one
entity, and the owner of the organization, who invites the other members.

  npm run bootstrap -- --provider "My company" --slug my-company --organization "My company" --entity "Head office" \\
    --owner-email jane@example.com --owner-first-name Jane --owner-last-name Doe [--locale fr]

  --provider NAME           the company that runs the installation
  --slug TEXT               its short name for addresses: lower-case letters, digits, hyphens
  --locale TAG              the language for people who have not chosen one (default en)
  --organization NAME       the first organization
  --entity NAME             its first entity
  --owner-email ADDRESS     the owner, who must not have an account yet
  --owner-first-name NAME
  --owner-last-name NAME
  --api-key                 also print a first API key, with the role admin in the organization

${installationUsage}

It prints the ids as JSON, and where the owner signs in: the console needs no other key. The same command run again changes nothing and prints the same ids. If the slug or the e-mail
is already in use by something else, it says so and exits with 1. The secret of the API key is shown only the first time. It exits with 2 if the options are wrong.`

const options = {
  ...installationOptions,
  provider: { type: 'string' },
  slug: { type: 'string' },
  locale: { type: 'string' },
  organization: { type: 'string' },
  entity: { type: 'string' },
  'owner-email': { type: 'string' },
  'owner-first-name': { type: 'string' },
  'owner-last-name': { type: 'string' },
  'api-key': { type: 'boolean' },
} as const

const firstKeyOf = (orgId: string) => ({ node: orgId, name: 'First key', role: 'admin' as const })

await runCommand(usage, async (given) => {
  const { values } = parseArgs({ args: withLocalDirectory(given), options })
  const { 'api-key': wantsKey = false, ...founding } = values
  const asked = valid(foundingSchema, founding)
  if (wantsKey) demandReader()
  await onInstallation(values, async ({ table, consoleUrl }) => {
    const moment = { ids: systemIds, nowMs: Date.now() }
    const made = await foundInstallation(table, asked, moment)
    note(made.created ? 'Made.' : 'Everything exists already. Nothing was changed.')
    const apiKey = wantsKey && made.created ? await createKey(table, firstKeyOf(made.orgId), moment) : null
    if (apiKey) note('The secret of the API key is shown only once. Store it now.')
    else if (wantsKey) note('A first API key is made with the organization only. Make more: npm run operator -- --help')
    const console = await consoleUrl()
    if (console)
      note(
        `${asked['owner-first-name']} signs in at ${console} with a code that is e-mailed to ${asked['owner-email']}.`,
      )
    const told = {
      created: made.created,
      provider: { id: made.providerId, slug: asked.slug },
      organization: { id: made.orgId },
      entity: { id: made.entityId },
      owner: { id: made.ownerId, email: asked['owner-email'], membershipId: made.membershipId },
      console,
      ...(apiKey && { apiKey }),
    }
    await print(told, apiKey ? lostKey(apiKey.id) : undefined)
  })
})
