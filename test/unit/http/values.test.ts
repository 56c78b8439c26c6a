import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { emailAddress } from '../../../shared/http/values.ts'

describe('an e-mail address', () => {
  it.for([
    ...['jane.doe@example.com', "sinead.o'brien@example.ie", 'A_B+c=d@EXAMPLE.co.uk', '  jane@example.com ', '-@a.io'],
    ...['info@xn--mller-kva.de', 'info@example.xn--p1ai', `${'x'.repeat(64)}@example.com`, 'a@1.2.com'],
  ])('may be %j', (text) => {
    expect(v.parse(emailAddress, text)).toBe(text.trim())
  })

  it.for([
    ...['', 'jane', '@example.com', 'jane@', 'jane@example', 'jane@example.c', 'jane@127.0.0.1', 'jane@[127.0.0.1]'],
    ...['.jane@example.com', 'jane.@example.com', 'ja..ne@example.com', 'ja ne@example.com', 'a@b@example.com'],
    ...['jane@-a.com', 'jane@a-.com', 'jane@a..com', 'jane@a.com.', '"jane"@example.com', 'jané@example.com'],
    ...[`${'x'.repeat(65)}@example.com`, `a@${'b'.repeat(64)}.com`, `a@${'b.'.repeat(126)}com`, 'a@b.com\n,c@d.com'],
  ])('is not %j', (text) => {
    expect(v.is(emailAddress, text)).toBe(false)
  })
})
