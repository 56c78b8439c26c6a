import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** From bottom to top: a layer imports only itself and layers before it. */
const layers = [
  'events',
  'shared/platform',
  'shared/errors',
  'shared/store',
  'shared/audit',
  'shared/personal-links',
  'shared/auth',
  'shared/http',
  'shared/openapi',
  'shared/mail',
  'shared/images',
  'shared/pdf',
  'functions',
  'infra',
]

/** The only files that a domain may import from another one: `from` is a domain, `to` a file or folder below `functions/`. */
const allowed: readonly { from: string; to: readonly string[] }[] = [
  {
    from: 'access',
    to: [
      'identity-provider/oauth/application-session.ts',
      'identity-provider/oauth/revocation.ts',
      'organizations/model/members/change-member.ts',
    ],
  },
  {
    from: 'contacts',
    to: ['signature/model/change-in-job.ts', 'signature/model/request.ts', 'signature/model/transitions.ts'],
  },
  { from: 'identity-provider', to: ['access/model/consent.ts', 'access/model/scope-words.ts'] },
  {
    from: 'organizations',
    to: [
      'access/model/audit.ts',
      'contacts/model/entity-contacts.ts',
      'signature/model/entity-requests.ts',
      // Partner applications read their deliveries, and administrators get e-mails about webhooks.
      'webhooks/model/',
    ],
  },
  { from: 'signature', to: ['contacts/model/'] },
  // Every domain registers its due items.
  { from: 'sweep', to: ['contacts/due/', 'organizations/due/', 'outbox/', 'signature/due/', 'webhooks/due/'] },
  { from: 'webhooks', to: ['access/model/application.ts'] },
]

const importedFiles = /(?:from|import\()\s*'(\.[^']+)'/g

async function imports(): Promise<{ file: string; imported: string }[]> {
  const found: { file: string; imported: string }[] = []
  for await (const file of glob('{events,shared,functions,infra}/**/*.{ts,tsx}'))
    for (const [, path = ''] of (await readFile(file, 'utf8')).matchAll(importedFiles))
      found.push({ file, imported: join(dirname(file), path) })
  return found
}

const layerOf = (file: string) => layers.findIndex((layer) => file.startsWith(`${layer}/`))
const domainOf = (file: string) => /^functions\/([^/]+)\//.exec(file)?.[1]

test('each layer imports only the layers below it', async () => {
  const upward = (await imports()).filter(({ file, imported }) => layerOf(imported) > layerOf(file))
  expect(upward.map(({ file, imported }) => `${file} → ${imported}`)).toEqual([])
})

test('domains import only the listed files of each other, and every listed file is needed', async () => {
  const crossing = (await imports()).flatMap(({ file, imported }) => {
    const [from, to] = [domainOf(file), domainOf(imported)]
    return from && to && from !== to ? [{ from, file, imported }] : []
  })
  const isAllowed = ({ from, imported }: { from: string; imported: string }) =>
    allowed.some((rule) => rule.from === from && rule.to.some((path) => imported.startsWith(`functions/${path}`)))
  expect(crossing.filter((each) => !isAllowed(each)).map(({ file, imported }) => `${file} → ${imported}`)).toEqual([])
  const idle = allowed.flatMap(({ from, to }) =>
    to.filter((path) => !crossing.some((each) => each.from === from && each.imported.startsWith(`functions/${path}`))),
  )
  expect(idle).toEqual([])
})
