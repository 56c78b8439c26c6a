import { expect, test } from 'vitest'
import { proofFileName, proofsFileName } from '../../../functions/console/app/mail/proof-file-name.ts'

const ada = { id: 'a', firstName: 'Ada', lastName: 'Lovelace', company: null }
const acme = { id: 'b', firstName: null, lastName: null, company: 'Société Générale & Fils / Paris' }
const unnamed = { id: 'c', firstName: null, lastName: null, company: null }
const mail = { id: '0199', reference: null, clientReference: null, items: [ada, acme, unnamed] }

test('a saved proof names its mail and its recipient', () => {
  const referenced = { ...mail, reference: 'Bail 2026/12', clientReference: 'other' }
  expect(proofFileName(referenced, ada, 'delivery')).toBe('Bail-2026-12-01-Ada-Lovelace-delivery.pdf')
  expect(proofFileName(mail, acme, 'refusal')).toBe('0199-02-Société-Générale-Fils-Paris-refusal.pdf')
  expect(proofFileName(mail, unnamed, 'bounce')).toBe('0199-03-bounce.pdf')
  expect(proofsFileName({ ...mail, clientReference: 'CR 7' })).toBe('CR-7-proofs.zip')
})

test('the name stays short, and is one that every file system takes', () => {
  const name = proofFileName({ ...mail, reference: '../'.repeat(50) + 'x'.repeat(300) }, ada, 'deposit')
  expect(name).toMatch(/^x+-01-Ada-Lovelace-deposit\.pdf$/)
  expect(name.length).toBeLessThan(80)
})
