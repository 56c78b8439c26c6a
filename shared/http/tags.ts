/** The groups of the reference, in the order in which a reader meets them. An operation's `tag` is one of these names. */
export const tags: readonly { readonly name: string; readonly description: string }[] = [
  { name: 'Identity', description: 'Who a token stands for, and what it may do.' },
  { name: 'Structure', description: 'An organization’s entities and groups, its roles and its members.' },
  {
    name: 'Provisioning',
    description:
      'What partner applications do with machine credentials: make organizations, and keep their entities, groups and members as the application knows them, by its own ids.',
  },
  { name: 'API keys', description: 'What an organization’s own systems call the API with.' },
  {
    name: 'Applications',
    description: 'What organizations and people let partner applications and connected apps do.',
  },
  { name: 'Events', description: 'What happened in an organization, for programs that follow it.' },
  {
    name: 'Webhooks',
    description: 'Where an organization’s events are posted to, signed, and what became of each of them.',
  },
  { name: 'Uploads', description: 'Files that are too large to be sent along with a request.' },
  {
    name: 'Signature requests',
    description: 'PDF documents sent to people to be signed, and sealed after the last signature.',
  },
  {
    name: 'Contacts',
    description: 'The address book of an entity: people and companies that its members share, or keep private.',
  },
  { name: 'Simulation', description: 'In test organizations, what signers and recipients would do.' },
  {
    name: 'Signing page',
    description: 'What the page behind a signer’s personal link asks for; it changes with the page.',
  },
  { name: 'Invitation page', description: 'The page behind the link of an invitation.' },
  { name: 'Reference', description: 'This description, for machines and for people.' },
]
