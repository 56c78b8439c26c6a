import type { RecordMessages } from './catalog.ts'

export const en: RecordMessages = {
  signatures: 'Signatures',
  heading: 'Record of signatures',
  title: 'Title',
  sentBy: 'Sent by',
  request: 'Request',
  sha256: 'SHA-256 of document',
  email: 'E-mail',
  authentication: 'Authentication',
  methods: {},
  opened: 'Opened',
  agreed: 'Agreed to sign',
  signed: 'Signed',
  address: 'Address',
  notRecorded: 'not recorded',
  textOn: (page) => `Text on page ${page}`,
  check: (page, id) => `To check this document, scan the code or open ${page}. Verification id: ${id}.`,
  chain: (length, hash) =>
    `The evidence file of this request lists its ${length} steps up to the last signature, each with the hash of the one before; the last hash is ${hash}.`,
}
