import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  emailAddress,
  httpsOrigin,
  instant,
  line,
  lines,
  localeTag,
  optionalLocaleTag,
  personName,
} from '../../../../shared/http/values.ts'

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

describe('the length of a text', () => {
  it.for([
    ['é'.repeat(5), true],
    ['😀'.repeat(5), true],
    ['é'.repeat(6), false],
    ['😀'.repeat(6), false],
  ] as const)('counts characters: of %j at most five', ([text, fits]) => {
    expect(v.is(line(5), text)).toBe(fits)
  })
})

describe('a line', () => {
  it.for([...['a\nb', 'a\u0000b', 'a\u007fb', 'a\u0085b', 'a\u009bb', 'a\u2028b', 'a\u2029b']])('is not %j', (text) => {
    expect(v.is(line(10), text)).toBe(false)
  })

  it('among several can end in a line separator, but holds no control characters', () => {
    expect(v.is(lines(10), 'a\nb\u2028c')).toBe(true)
    expect(v.is(lines(10), 'a\u0085b')).toBe(false)
  })
})

it.for([
  ['Anne-Marie O’Neil', true],
  ['Dr. Who', true],
  ['Reset it at https://evil.example/r', false],
  ['WWW.evil.example', false],
] as const)('%j names a person: %j', ([text, isOne]) => {
  expect(v.is(personName(), text)).toBe(isOne)
})

describe('an instant', () => {
  it.for([
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01T00:00:00+01:00', '2025-12-31T23:00:00.000Z'],
    ['2024-02-29T10:00:00.123456Z', '2024-02-29T10:00:00.123Z'],
  ])('%s is %s', ([text, told]) => {
    expect(v.parse(instant, text)).toBe(told)
  })

  it.for([
    ...['2026-01-01T00:00:00+01', '2026-01-01T00:00:00', '2026-02-30T00:00:00Z', '2026-13-01T00:00:00Z'],
    ...['9999-12-31T23:59:59-01:00', '2026-01-01', 'yesterday', ''],
  ])('is not %j', (text) => {
    expect(v.is(instant, text)).toBe(false)
  })
})

describe('an origin', () => {
  it.for(['https://example.com', 'https://a-b.example.com:8443', 'https://localhost', 'https://xn--bcher-kva.example'])(
    'may be %s',
    (text) => {
      expect(v.parse(httpsOrigin, text)).toBe(text)
    },
  )

  it.for([
    ...['http://example.com', 'https://example.com/', 'https://EXAMPLE.com', 'https://example.com/path'],
    ...['https://a;report-uri', 'https://*', "https://a'b", 'https://a b', 'https://user@example.com'],
  ])('is not %s', (text) => {
    expect(v.is(httpsOrigin, text)).toBe(false)
  })
})

describe('a language tag', () => {
  it.for(['fr', 'en-GB', ' fr ', 'zh-Hant-TW'])('may be %j', (text) => {
    expect(v.parse(localeTag, text)).toBe(text.trim())
  })

  it.for([
    ['FR', 'fr'],
    ['EN-gb', 'en-GB'],
    ['ZH-hANT-tw', 'zh-Hant-TW'],
  ])('%s is %s', ([sent, read]) => {
    expect(v.parse(localeTag, sent)).toBe(read)
  })

  it('that is optional and empty is absent', () => {
    expect(v.parse(optionalLocaleTag, ' ')).toBeUndefined()
  })
})
