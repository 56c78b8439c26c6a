import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** From bottom to top: a layer imports only itself and the layers before it. Types count too. */
const layers = [
  'events',
  'shared/platform',
  'shared/parsers',
  'shared/errors',
  'shared/store',
  'shared/audit',
  'shared/personal-links',
  'shared/auth',
  'shared/http',
  'shared/pages',
  'shared/openapi',
  'shared/mail',
  'shared/images',
  'shared/pdf',
  'functions',
  'infra',
]

/** The only files below `functions/` that a domain may import from other domains. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  access: [
    'identity-provider/oauth/application-session.ts',
    'identity-provider/oauth/person-sessions.ts',
    'identity-provider/oauth/revocation.ts',
    'identity-provider/oauth/session-end.ts',
    'organizations/model/members/change-member.ts',
  ],
  contacts: [
    // Recipients keep their copied names when a contact is merged or deleted.
    'registered-mail/model/replace-contact.ts',
    'registered-mail/model/mail.ts',
    'signature/model/change-in-job.ts',
    'signature/model/request.ts',
    'signature/model/transitions.ts',
    // Contacts show the tasks that link them, and take the links along when they are merged.
    'tasks/model/replace-contact.ts',
    'tasks/model/task.ts',
  ],
  'identity-provider': ['access/model/consent.ts'],
  organizations: [
    'sweep/test-organizations.ts',
    'webhooks/model/change-webhook.ts',
    'access/model/audit.ts',
    'access/model/grant-events.ts',
    // The consents of people who leave are revoked.
    'access/model/consents-of-member.ts',
    'contacts/model/entity-contacts.ts',
    'registered-mail/model/emptied-mails.ts',
    'registered-mail/model/entity-mails.ts',
    'signature/model/entity-requests.ts',
    // A test organization is emptied part by part.
    'access/model/emptied-access.ts',
    'contacts/model/emptied-books.ts',
    'registered-mail/model/emptied-senders.ts',
    'signature/model/emptied-entity.ts',
    'tasks/calendar/feed.ts',
    'tasks/model/emptied-tasks.ts',
    'webhooks/model/emptied-webhooks.ts',
    'tasks/model/entity-tasks.ts',
    // Partner applications read their deliveries, and administrators get e-mails about webhooks.
    'webhooks/model/delivery-query.ts',
    'webhooks/model/delivery-view.ts',
    'webhooks/model/delivery.ts',
    'webhooks/model/found-deliveries.ts',
    'webhooks/model/listening-right.ts',
    'webhooks/model/named-delivery.ts',
    'webhooks/model/webhook-view.ts',
    'webhooks/model/webhook.ts',
  ],
  // Recipients can be contacts.
  'registered-mail': ['contacts/model/contact-links.ts', 'contacts/model/contact.ts'],
  // Proofs of live organizations can be locked.
  outbox: ['registered-mail/model/proof-key.ts'],
  signature: [
    // Administrators are warned before files are purged that a machine had made.
    'organizations/emails/administrators.ts',
    // One function streams the downloads of all.
    'contacts/export/export-contacts.ts',
    'registered-mail/downloads/get-attachment.ts',
    'contacts/model/contact-links.ts',
    'contacts/model/contact.ts',
    'registered-mail/downloads/get-proof.ts',
    'registered-mail/downloads/get-proofs-archive.ts',
  ],
  // Every domain registers its due items.
  sweep: [
    'contacts/due/abandoned-imports.ts',
    'organizations/due/deleted-entities.ts',
    'organizations/due/due-test-modes.ts',
    'outbox/postponed-jobs.ts',
    'outbox/recorded-heads.ts',
    'outbox/unpublished-events.ts',
    'registered-mail/due/due-item-polls.ts',
    'registered-mail/due/due-items.ts',
    'signature/due/certificate-expiry.ts',
    'signature/due/due-requests.ts',
    'signature/due/due-retention.ts',
    'signature/due/due-vendor-polls.ts',
    'tasks/due/due-reminders.ts',
    'webhooks/due/due-deliveries.ts',
  ],
  tasks: [
    'contacts/model/contact-links.ts',
    'contacts/model/contact.ts',
    'organizations/model/members/member.ts',
    'registered-mail/model/item.ts',
    'registered-mail/model/mail.ts',
    'signature/model/request.ts',
    'signature/model/transitions.ts',
  ],
  'vendor-connections': [
    'registered-mail/model/item.ts',
    'registered-mail/model/vendor-poll.ts',
    'registered-mail/vendors/external-vendors.ts',
    'registered-mail/vendors/vendors.ts',
    'signature/model/request.ts',
    'signature/model/vendor-poll.ts',
    'signature/vendors/remote-keys.ts',
    'signature/vendors/signing-places.ts',
    'signature/vendors/vendors.ts',
  ],
  webhooks: ['access/model/application.ts', 'events/read-rights.ts'],
}

/** The fakes of vendors sign with what tests sign with. The local cloud starts them when it is asked to. */
const exceptions = [
  'infra/local/start.ts → test/fakes/ar24-fake.ts',
  'infra/local/start.ts → test/fakes/csc-fake.ts',
  'infra/local/start.ts → test/fakes/yousign-fake.ts',
]

const importedFiles = /(?:from|import|import\()\s*'(\.[^']+\.tsx?)'/g

async function imports(): Promise<{ file: string; imported: string }[]> {
  const found: { file: string; imported: string }[] = []
  for await (const file of glob('{events,shared,functions,infra}/**/*.{ts,tsx}'))
    for (const [, path = ''] of (await readFile(file, 'utf8')).matchAll(importedFiles))
      found.push({ file, imported: join(dirname(file), path) })
  return found
}

const layerOf = (file: string) => layers.findIndex((layer) => file.startsWith(`${layer}/`))
const domainOf = (file: string) => /^functions\/([^/]+)\//.exec(file)?.[1]

test('every imported file belongs to a layer, and each layer imports only the layers below it', async () => {
  const wrong = (await imports()).filter(
    ({ file, imported }) => layerOf(imported) === -1 || layerOf(imported) > layerOf(file),
  )
  expect(wrong.map(({ file, imported }) => `${file} → ${imported}`)).toEqual(exceptions)
})

test('domains import only the listed files of each other, and every listed file is needed', async () => {
  const crossing = new Set<string>()
  for (const { file, imported } of await imports()) {
    const [from, to] = [domainOf(file), domainOf(imported)]
    if (from && to && from !== to) crossing.add(`${from} → ${imported}`)
  }
  const listed = Object.entries(allowed).flatMap(([from, to]) => to.map((path) => `${from} → functions/${path}`))
  expect([...crossing].sort()).toEqual(listed.sort())
})

test('a test that replaces modules runs in its own process', async () => {
  const replacing: string[] = []
  for await (const file of glob('test/**/*.test.ts'))
    if (/\bvi\.(mock|doMock|hoisted)\(/.test(await readFile(file, 'utf8'))) replacing.push(file)
  expect(replacing).not.toEqual([])
  expect(replacing.filter((file) => !file.endsWith('.alone.test.ts'))).toEqual([])
})
