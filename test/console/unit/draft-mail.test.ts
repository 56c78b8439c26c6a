import { expect, test } from 'vitest'
import { emptyRecipient, letterOf, recipientsOf } from '../../../functions/console/app/mail/draft-mail.ts'

test('a letter keeps its paragraphs and line ends, and nothing in it becomes markup', () => {
  expect(letterOf('Dear <b>Ada</b> & Co,\n\nfirst line\nsecond\n\n\n  \nYours\n')).toBe(
    '<p>Dear &lt;b&gt;Ada&lt;/b&gt; &amp; Co,</p><p>first line<br>second</p><p>Yours</p>',
  )
  expect(letterOf(' \n')).toBe('')
})

test('a consent is told where its day and its evidence are', () => {
  const told = { ...emptyRecipient(1), email: 'ada@example.com', consentOn: '2026-11-01', consentEvidence: 'contract' }
  const [with_, without] = recipientsOf([told, { ...told, consentEvidence: '' }])
  expect(with_?.consent).toMatchObject({ evidence: 'contract' })
  expect(without).not.toHaveProperty('consent')
  expect(with_).toMatchObject({ kind: 'individual', company: null, email: 'ada@example.com' })
})
