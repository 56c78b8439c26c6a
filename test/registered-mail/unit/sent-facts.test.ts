import { expect, test } from 'vitest'
import type { Mail, MailSender } from '../../../functions/registered-mail/model/mail.ts'
import { sentFactsSha256 } from '../../../functions/registered-mail/model/sent-facts.ts'
import { sampleItem, sampleMail } from './sample-item.ts'

const at = '2026-11-25T08:00:00.000Z'
const sender: MailSender = {
  id: sampleMail.id,
  label: 'Office',
  kind: 'professional',
  firstName: 'Ann',
  lastName: 'Owner',
  company: 'Acme',
  email: 'ann@example.com',
  vendor: 'native',
  verifiedAt: at,
}
const attachment = {
  id: sampleMail.id,
  fileName: 'a.pdf',
  size: 9,
  pageCount: 1,
  sha256: 'ab'.repeat(32),
  createdAt: at,
}
const send = {
  keyHash: '0',
  sentAt: at,
  sentBy: sampleMail.createdBy,
  actor: { type: 'api_key', id: null, name: 'Key' },
  ip: null,
  userAgent: null,
} as const
const mail: Mail = { ...sampleMail, sender, attachments: [attachment], send }
const item = sampleItem()
const later = '2030-01-01T00:00:00.000Z'

test.each<[string, Partial<Mail>]>([
  ['subject', { subject: 'Another' }],
  ['reference', { reference: 'R-2' }],
  ['type', { type: 'qualified' }],
  ['letter', { contentSha256: 'cd'.repeat(32) }],
  ['time', { send: { ...send, sentAt: later } }],
  ['name of the sender', { sender: { ...sender, lastName: 'Other' } }],
  ['e-mail of the sender', { sender: { ...sender, email: 'eve@example.com' } }],
  ['verification of the sender', { sender: { ...sender, verifiedAt: later } }],
  ['file name', { attachments: [{ ...attachment, fileName: 'b.pdf' }] }],
  ['attachment', { attachments: [{ ...attachment, sha256: 'cd'.repeat(32) }] }],
  ['list of attachments', { attachments: [] }],
])('another %s is not what was sent', (_, changed) => {
  expect(sentFactsSha256({ ...mail, ...changed }, item)).not.toBe(sentFactsSha256(mail, item))
})

test('nor is another kind or consent of the recipient; what happens later changes nothing', () => {
  const sent = sentFactsSha256(mail, item)
  expect(sentFactsSha256(mail, { ...item, kind: 'administration' })).not.toBe(sent)
  expect(sentFactsSha256(mail, { ...item, consent: { obtainedAt: at, evidence: 'forged' } })).not.toBe(sent)
  const completed: Mail = { ...mail, status: 'completed', completedAt: later, updatedAt: later, version: 9 }
  expect(sentFactsSha256(completed, { ...item, status: 'delivered', contactId: null } as typeof item)).toBe(sent)
})
