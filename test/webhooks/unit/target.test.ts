import { isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { targetFault } from '../../../shared/platform/target.ts'
import { forbiddenHosts } from './forbidden-targets.ts'

const onAws = { isLocalAllowed: false }
const locally = { isLocalAllowed: true }

describe('the URL of a subscription', () => {
  it.for([
    'https://hooks.example.com',
    'https://hooks.example.com/',
    'HTTPS://Hooks.Example.COM/path',
    'https://hooks.example.com:8443/hook?tenant=1&x=%20#'.slice(0, -1),
    'https://a_b.example.com/é',
    'https://bücher.example/hook',
    'https://xn--bcher-kva.example/',
    'https://localhost.example.com/',
    'https://127.0.0.1.nip.io/',
    'https://1.example.com/',
    'https://example.com/@me',
    `https://example.com/${'x'.repeat(2000 - 20)}`,
  ])('may be %s', (url) => {
    expect(targetFault(url, onAws)).toBeNull()
    expect(targetFault(url, locally)).toBeNull()
  })

  it.for([
    ['', 'Send a complete URL'],
    ['hooks.example.com', 'Send a complete URL'],
    ['//hooks.example.com/', 'Send a complete URL'],
    ['/hook', 'Send a complete URL'],
    ['https:hooks.example.com', 'Send a complete URL'],
    ['https:/hooks.example.com', 'Send a complete URL'],
    ['https:///hooks.example.com', 'Send a complete URL'],
    ['https://', 'Send a complete URL'],
    ['https://?x=1', 'Send a complete URL'],
    ['https://hooks.example.com:99999/', 'Send a complete URL'],
    ['https://exa<mple.com/', 'Send a complete URL'],
    ['https://1.2.3.4.5/', 'Send a complete URL'],
    ['https://256.256.256.256/', 'Send a complete URL'],
    ['https://[::1/', 'Send a complete URL'],
    ['https://[fe80::1%25eth0]/', 'Send a complete URL'],
    ['http://hooks.example.com/', 'starts with https://'],
    ['ftp://hooks.example.com/', 'starts with https://'],
    ['javascript://hooks.example.com/%0aalert(1)', 'starts with https://'],
    ['file://hooks.example.com/etc/passwd', 'starts with https://'],
    ['gopher://hooks.example.com:25/', 'starts with https://'],
    ['https://user@hooks.example.com/', 'without a user name'],
    ['https://user:secret@hooks.example.com/', 'without a user name'],
    ['https://:secret@hooks.example.com/', 'without a user name'],
    ['https://@hooks.example.com/', 'without a user name'],
    ['https://hooks.example.com@127.0.0.1/', 'without a user name'],
    ['https://hooks.example.com:443@127.0.0.1?', 'without a user name'],
    ['https://hooks.example.com/#part', 'without a fragment'],
    ['https://hooks.example.com/#', 'without a fragment'],
    ['https://127.0.0.1#@hooks.example.com/', 'without a fragment'],
    ['https:\\\\hooks.example.com\\', 'without spaces'],
    ['https://hooks.example.com\\@127.0.0.1/', 'without spaces'],
    [' https://hooks.example.com/', 'without spaces'],
    ['https://hooks.example.com/a b', 'without spaces'],
    ['https://hooks.example.com/\r\nHost: a', 'without spaces'],
    ['https://127.0\t.0.1/', 'without spaces'],
    ['https://hooks.example.com\u0000/', 'without spaces'],
    ['https://8.8.8.8/', 'IP addresses are not accepted'],
    ['https://134744072/', 'IP addresses are not accepted'],
    ['https://[2606:4700:4700::1111]/', 'IP addresses are not accepted'],
    ['https://hooks.example.com./', 'Remove the dot at the end'],
    ['https://.example.com/', 'that DNS allows'],
    ['https://a..example.com/', 'that DNS allows'],
    ['https://a,b.example.com/', 'that DNS allows'],
    [`https://${'a'.repeat(64)}.example.com/`, 'that DNS allows'],
    [`https://${'a.'.repeat(130)}com/`, 'that DNS allows'],
    [`https://example.com/${'x'.repeat(2001 - 20)}`, 'at most 2000 characters'],
  ] as const)('may not be %j, and what to do is told', ([url, told]) => {
    expect(targetFault(url, onAws)).toContain(told)
    expect(targetFault(url, locally)).toContain(told)
  })

  it.for(forbiddenHosts)('may not lead to %s', (host) => {
    for (const url of [`https://${host}/`, `https://${host}:8443/hook`, `http://${host}/`])
      expect(targetFault(url, onAws)).toMatch(/^(Send|Remove)/)
  })

  it.for(forbiddenHosts)(
    'may not lead to %s on a local cloud either, unless it is written as plainly as can be',
    (host) => {
      const isPlain = /^(localhost|127\.0\.0\.1)$/i.test(host)
      for (const url of [`https://${host}:8443/`, `http://${host}:8080/hook`, `http://${host}`])
        expect(targetFault(url, locally)).toEqual(isPlain ? null : expect.stringMatching(/^(Send|Remove)/))
    },
  )

  it.for([
    'http://user@localhost:8080/',
    'http://localhost:8080/#part',
    'http://localhost:8080@10.0.0.1/',
    'http://localhost.example.com/',
    'http://localhost.:8080/',
    'http://localhost:/',
    'ftp://localhost:8080/',
  ])('of a local cloud may not be %s', (url) => expect(targetFault(url, locally)).toMatch(/^Send/))

  it('of any text is judged, and what passes is https on a host by name', () => {
    const parts = fc.constantFrom(
      ...[
        'https://',
        'HTTPS://',
        'https:',
        '/',
        '\\',
        '@',
        ':',
        '.',
        '?',
        '#',
        '%2e',
        '。',
        '１',
        '\u00ad',
        'ß',
        '-',
        '_',
      ],
      ...['[::1]', '127.0.0.1', '127', '0x7f', 'localhost', 'hooks', '.example.com', '.com', ':443', ' ', '\t', '\n'],
    )
    const urls = fc
      .tuple(fc.constantFrom('https://', 'https://hooks.example.com', ''), fc.array(parts), fc.string())
      .map((text) => text.flat().join(''))
    let passed = 0
    fc.assert(
      fc.property(urls, (url) => {
        if (targetFault(url, onAws) !== null) return
        passed++
        expect(new URL(url)).toMatchObject({ protocol: 'https:', username: '', password: '', hash: '' })
        expect(new URL(url).hostname).toMatch(/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/)
        expect(isIP(new URL(url).hostname)).toBe(0)
      }),
      { numRuns: 3000 },
    )
    expect(passed).toBeGreaterThan(10)
  })
})
