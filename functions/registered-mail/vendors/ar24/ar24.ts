import { isConnected } from '../../../../shared/store/vendor-connections.ts'
import type { RegisteredMailVendor } from '../registered-mail-vendor.ts'

const key = 'ar24'
const calls = async () => (await import('./ar24-calls.ts')).ar24Calls

/** AR24: qualified registered mail (LRE), and simple mail. It writes to the recipients and makes the proofs. */
export const ar24Vendor: RegisteredMailVendor = {
  key,
  name: 'AR24',
  capabilities: { types: ['simple', 'qualified'], subjectMaxLength: 255, requiresOtp: true, sendsOwnEmails: false },
  serves: ({ connections }) => connections[key] !== undefined,
  isAvailable: ({ connections, nowMs }) => isConnected(connections[key], nowMs),
  accepts: async () => null,
  createSender: async (platform, sender) => await (await calls()).createSender(platform, sender),
  linkSender: async (platform, sender) => await (await calls()).linkSender(platform, sender),
  readSender: async (platform, sender) => await (await calls()).readSender(platform, sender),
  findByReference: async (platform, item, reference) =>
    await (await calls()).findByReference(platform, item, reference),
  submit: async (platform, item, reference) => await (await calls()).submit(platform, item, reference),
  read: async (platform, item) => await (await calls()).read(platform, item),
  fetchProof: async (platform, item, kind) => await (await calls()).fetchProof(platform, item, kind),
  // AR24 has no call for it: recipients correct their names there.
  answerRecipientUpdate: async () => ({ notifiedAt: null, jobs: [] }),
  check: async (connection) => await (await import('./ar24-calls.ts')).checkAr24(connection),
}
