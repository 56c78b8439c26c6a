import { expect, it } from 'vitest'
import { namePart, pdfFileName } from '../../../functions/registered-mail/model/file-name.ts'

it.each([
  ['Bail signé.pdf', 'Bail signé.pdf'],
  ['BAIL.PDF', 'BAIL.pdf'],
  ['mise-en-demeure.html', 'mise-en-demeure.html.pdf'],
  ['note.bat', 'note.bat.pdf'],
  ['facture\u202efdp.exe', 'facturefdp.exe.pdf'],
  ['a\u200f\u2066\r\nb.pdf', 'ab.pdf'],
  ['..\\..\\evil.pdf', '....evil.pdf'],
  ['a.pdf ', 'a.pdf'],
  ['.pdf', 'file.pdf'],
  ['\u200b', 'file.pdf'],
  ['', 'file.pdf'],
  ['\ud800', '\ufffd.pdf'],
])('the attachment %j is delivered as %j', (given, name) => {
  expect(pdfFileName(given)).toBe(name)
  expect(pdfFileName(name)).toBe(name)
})

it.each(['漢'.repeat(200), '👩‍👩‍👧‍👦'.repeat(60), `e${'\u0301'.repeat(400)}`, 'n'.repeat(300)])(
  'names fit file systems, in whole characters',
  (long) => {
    expect(Buffer.byteLength(pdfFileName(`${long}.html`))).toBeLessThanOrEqual(255)
    expect(Buffer.byteLength(namePart(long))).toBeLessThanOrEqual(100)
    expect(namePart(long)).toBe(namePart(long).toWellFormed())
  },
)

it('cuts no character', () => {
  expect(namePart('漢'.repeat(200))).toBe('漢'.repeat(33))
})
