/** The groups of the reference, in the order in which a reader meets them. An operation's `tag` is one of these names. */
export const tags: readonly { readonly name: string; readonly description: string }[] = [
  { name: 'Identity', description: 'Who a token stands for, and what it may do.' },
  { name: 'Uploads', description: 'Files that are too large to be sent along with a request.' },
  {
    name: 'Signature requests',
    description: 'PDF documents sent to people to be signed, and sealed after the last signature.',
  },
  { name: 'Simulation', description: 'In test organizations, what signers and recipients would do.' },
  { name: 'Reference', description: 'This description, for machines and for people.' },
]
