/** The groups of the reference, in the order in which a reader meets them. An operation's `tag` is one of these names. */
export const tags: readonly { readonly name: string; readonly description: string }[] = [
  {
    name: 'Signature requests',
    description: 'Send PDF documents to people to sign. The service seals each document after the last signature.',
  },
  { name: 'Uploads', description: 'Upload files that are too large for one request.' },
  {
    name: 'Webhooks',
    description: 'Subscriptions that post events to your endpoint, signed, with a log of every delivery.',
  },
  {
    name: 'Vendor connections',
    description: 'The credentials of outside vendors, such as trust services for signatures and registered mail.',
  },
  { name: 'Events', description: 'Read the events of an organization from a program.' },
  {
    name: 'Registered mail',
    description: 'Send letters that recipients accept, refuse or neglect, with a sealed proof of each outcome.',
  },
  { name: 'Sender accounts', description: 'The identities that an entity sends its registered mails from.' },
  {
    name: 'Contacts',
    description: 'The address book of an entity: people and companies, shared with its members or private.',
  },
  {
    name: 'Tasks',
    description: 'Tasks of an entity, once or repeated, with an assignee, reminders and linked contacts.',
  },
  {
    name: 'Test mode',
    description: 'The test organization of a live one, where everything can be tried without legal value.',
  },
  { name: 'Simulation', description: 'For test organizations: act as a signer or a recipient.' },
  { name: 'Identity', description: 'The account behind a token and its permissions.' },
  { name: 'Structure', description: 'The entities, groups, roles and members of an organization.' },
  { name: 'Settings', description: 'What an organization and its entities allow, and how much they use.' },
  { name: 'API keys', description: 'Credentials for an organization’s own systems.' },
  {
    name: 'Applications',
    description: 'What an organization or a person allows partner applications and connected apps to do.',
  },
  {
    name: 'Provisioning',
    description:
      'For partner applications with machine credentials: create organizations and manage their entities, ' +
      'groups and members by your own ids.',
  },
  {
    name: 'Signing page',
    description: 'The calls of the page behind a signer’s personal link. They change together with the page.',
  },
  { name: 'Registered mail pages', description: 'The pages of recipients, and of owners of sender accounts.' },
  { name: 'Verification page', description: 'The public page on which anybody checks a sealed document.' },
  { name: 'Vendor webhooks', description: 'Where outside vendors send their webhooks.' },
  { name: 'Invitation page', description: 'The page behind the link of an invitation.' },
  { name: 'Console', description: 'The app in which people administer what only people may.' },
  { name: 'Reference', description: 'This description, for programs and for people.' },
]
