/** The command `npm run bootstrap`: the first provider, organization and owner of an installation. */
import { parseArgs } from 'node:util'
import { systemIds } from '../../shared/platform/ids.ts'
import { note, print, runCommand, valid } from './command.ts'
import { foundInstallation } from './founding.ts'
import { installationOptions, installationUsage, onTable, withLocalDirectory } from './installation.ts'
import { foundingSchema } from './provider-slug.ts'

const usage = `Makes what an installation begins with: who runs it (the provider), a first live organization with one
entity, and the owner of the organization, who invites everybody else.

  npm run bootstrap -- --provider "My company" --slug my-company --organization "My company" --entity "Head office" \\
    --owner-email jane@example.com --owner-first-name Jane --owner-last-name Doe [--locale fr]

  --provider NAME           who runs the installation
  --slug TEXT               the same in an address: lower-case letters, digits, hyphens
  --locale TAG              the language of people of whom nothing else is known (default en)
  --organization NAME       the first organization
  --entity NAME             its first entity
  --owner-email ADDRESS     the owner, who has no account yet
  --owner-first-name NAME
  --owner-last-name NAME

${installationUsage}

It prints the ids as JSON. Given once more, word by word, it makes nothing and prints the same ids. A slug, and an e-mail,
is taken once: it ends with 1, and says why, when they are there otherwise. With 2 it was not understood.`

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
} as const

await runCommand(usage, async (given) => {
  const { values } = parseArgs({ args: withLocalDirectory(given), options })
  const asked = valid(foundingSchema, values)
  await onTable(values, async (table) => {
    const made = await foundInstallation(table, asked, { ids: systemIds, nowMs: Date.now() })
    note(made.created ? 'Made.' : 'All of it is there already; nothing was made.')
    print({
      created: made.created,
      provider: { id: made.providerId, slug: asked.slug },
      organization: { id: made.orgId },
      entity: { id: made.entityId },
      owner: { id: made.ownerId, email: asked['owner-email'], membershipId: made.membershipId },
    })
  })
})
