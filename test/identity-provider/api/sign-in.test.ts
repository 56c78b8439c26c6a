import { describe, expect, it } from 'vitest'
import {
  sendings,
  sendingsInKnownBrowser,
  sendingsKey,
  sendingsToEmail,
  sendingsToEmailFromNetwork,
} from '../../../functions/identity-provider/sign-in/sendings.ts'
import { put } from '../../../infra/local/tenant.ts'
import { type Challenge, challengeId, challengeKey, challenges } from '../../../shared/personal-links/challenge.ts'
import { minuteMs } from '../../../shared/platform/clock.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { accountEmails } from '../../../shared/store/accounts.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { getItem } from '../../../shared/store/table.ts'
import { cloud } from '../../support/cloud.ts'
import { inboxOf } from '../../support/mail.ts'
import { appRedirectUri, audienceScope, exchange, ownApp, refresh, refusalOf, start } from '../../support/oauth.ts'
import { personOf, table, tenant } from '../../support/tenant.ts'
import { mailedCode, signIn, someAddress, type Visited, Visitor } from '../../support/visitor.ts'

const scope = `openid offline_access ${audienceScope}`

async function startedAt(more: Record<string, string> = {}) {
  const app = await ownApp()
  return { app, ...start(app, scope, more) }
}

async function someone(): Promise<{ id: string; email: string }> {
  const { account } = await personOf(await tenant(), 'member')
  return { id: account.id, email: account.email ?? '' }
}

const stranger = () => `${systemIds()}@example.com`

/** A visitor who has asked for a code. */
async function askedFor(email: string, address = someAddress()): Promise<{ visitor: Visitor; page: Visited }> {
  const visitor = new Visitor('en', address)
  const { url } = await startedAt()
  return { visitor, page: await visitor.submit(await visitor.open(url), 'send', { email }) }
}

const attemptOf = ({ url }: Visited) => challengeId(url.pathname.split('/').at(-1) ?? '')

/** Lets time pass for an e-mail in a network, so that the next code can be asked for. */
async function letTimePass(email: string, address: string, byMs: number): Promise<void> {
  const item = await getItem(table(), sendingsKey(sendingsToEmailFromNetwork(email, address)))
  if (!item) throw new Error('no code was asked for')
  const before = fromItem(sendings, item)
  await put(table(), sendings, { ...before, askedAtMs: before.askedAtMs.map((atMs) => atMs - byMs) })
}

/** Puts the attempt of a page into a state of another time: no test waits. */
async function alterChallenge(page: Visited, change: (challenge: Challenge) => Partial<Challenge>): Promise<void> {
  const item = await getItem(table(), challengeKey(attemptOf(page)))
  if (!item) throw new Error('nothing was asked for')
  const challenge = fromItem(challenges, item)
  await put(table(), challenges, { ...challenge, ...change(challenge), version: challenge.version + 1 })
}

const other = (code: string) => String((Number(code) + 1) % 100_000_000).padStart(8, '0')

describe.concurrent('who signs in', () => {
  it('is sent a code in the language of the browser, and led back with it', async () => {
    const { id, email } = await someone()
    const { app, ...started } = await startedAt()
    const visitor = new Visitor('fr-FR,fr;q=0.9,en;q=0.8')
    const page = await visitor.open(started.url)
    expect(page.text).toContain('<html lang="fr">')
    expect(page.text).toContain('Connectez-vous à Sealpost.')
    const asked = await visitor.submit(page, 'send', { email: ` ${email.toUpperCase()} ` })
    expect([asked.status, asked.url.href]).toEqual([200, page.url.href])
    const code = await mailedCode(email)
    const [mail] = await inboxOf(email)
    expect(mail).toMatchObject({ subject: 'Votre code de connexion', from: 'Sealpost <no-reply@sealpost.example>' })
    const answered = await visitor.submit(asked, 'enter', { code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect(`${answered.url.origin}${answered.url.pathname}`).toBe(appRedirectUri)
    expect(answered.url.searchParams.get('iss')).toBe(cloud().authUrl)
    expect((await exchange(app, answered.url, started)).claims()?.sub).toBe(id)
  })

  it('cannot tell whether an address has an account: page, answer and what is written are the same, but no code is mailed', async () => {
    const [known, unknown, machine] = [await someone(), stranger(), stranger()]
    const names = { firstName: 'A machine', lastName: null, locale: 'en' }
    await put(table(), accountEmails, { email: machine, userId: systemIds(), kind: 'service', ...names })
    const seen = await Promise.all(
      [known.email, unknown, machine].map(async (email) => {
        const { visitor, page } = await askedFor(email)
        // Mistyped, so it costs no try.
        const other = await visitor.submit(page, 'enter', { code: '１２３４５６' })
        expect([other.status, other.text]).toEqual([422, expect.stringContaining('Enter the 8 digits of the code.')])
        const wrong = await visitor.submit(other, 'enter', { code: '00000000' })
        const again = await visitor.submit(wrong, 'again')
        return [page, wrong, again].map(({ status, text }) => [
          status,
          text
            .replaceAll(email, 'EMAIL')
            .replaceAll(/value="[\w-]{43}"/g, 'SECRET')
            .replaceAll(/\d+ seconds/g, 'TIME'),
        ])
      }),
    )
    expect(seen[0]?.map(([status]) => status)).toEqual([200, 422, 429])
    for (const others of seen) expect(others).toEqual(seen[0])
    await mailedCode(known.email)
    for (const email of [unknown, machine]) expect(await inboxOf(email)).toEqual([])
  })

  it.for([
    ['hyphens', (code: string) => code.replace(/(\d{4})(\d{4})/, '$1-$2')],
    ['a long dash', (code: string) => code.replace(/(\d{4})(\d{4})/, '$1 – $2')],
    [
      'digits of full width',
      (code: string) => code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    ],
  ] as const)('enters a code with %s', async ([, written]) => {
    const { email } = await someone()
    const { visitor, page } = await askedFor(email)
    const entered = await visitor.submit(page, 'enter', { code: written(await mailedCode(email)) })
    expect(entered.url.href).toContain('?code=')
  })

  it('loses no try by a code of another length', async () => {
    const { email } = await someone()
    const { visitor, page } = await askedFor(email)
    const code = await mailedCode(email)
    for (const mistyped of ['', code.slice(1), `${code}0`, 'abcdefgh', code.slice(0, 7), '1'.repeat(5_000)])
      expect((await visitor.submit(page, 'enter', { code: mistyped })).status).toBe(422)
    expect((await visitor.submit(page, 'enter', { code })).url.href).toContain('?code=')
  })

  it('has five tries with a code, however fast they come', async () => {
    const { email } = await someone()
    const { visitor, page } = await askedFor(email)
    const code = await mailedCode(email)
    const tries = await Promise.all(
      Array.from({ length: 9 }, () => visitor.submit(page, 'enter', { code: other(code) })),
    )
    const left = tries.flatMap(({ text }) => /You have (\d) tr/.exec(text)?.[1] ?? [])
    expect(left.toSorted()).toEqual(['1', '2', '3', '4'])
    const late = await visitor.submit(page, 'enter', { code })
    expect([late.status, late.text]).toEqual([422, expect.stringContaining('This code no longer works')])
  })

  it('can ask for another code after a minute, and for five within an hour; the last one counts', async () => {
    const { email } = await someone()
    const address = someAddress()
    const { visitor, page } = await askedFor(email, address)
    const first = await mailedCode(email)
    const soon = await visitor.submit(page, 'again')
    expect([soon.status, soon.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^([1-9]|[1-5]\d|60)$/)])
    await letTimePass(email, address, minuteMs)
    const again = await visitor.submit(page, 'again')
    expect(again.status).toBe(200)
    const second = await mailedCode(email, 2)
    expect((await visitor.submit(again, 'enter', { code: first })).status).toBe(422)
    for (let sent = 2; sent < 5; sent++) {
      await letTimePass(email, address, minuteMs)
      expect((await visitor.submit(page, 'again')).status).toBe(200)
    }
    await letTimePass(email, address, minuteMs)
    const often = await visitor.submit(page, 'again')
    expect([often.status, often.text]).toEqual([
      429,
      expect.stringMatching(/requested for this address. Try again in 5\d minutes/),
    ])
    expect((await askedFor(email, address)).page.status).toBe(429)
    const fifth = await mailedCode(email, 5)
    expect(fifth).not.toBe(second)
    expect((await visitor.submit(page, 'enter', { code: fifth })).url.href).toContain('?code=')
  })

  it('is held to the same pace with an address that nobody has', async () => {
    const [email, address] = [stranger(), someAddress()]
    expect((await askedFor(email, address)).page.status).toBe(200)
    expect((await askedFor(email, address)).page.status).toBe(429)
  })

  it('is not locked out by somebody elsewhere who asks for codes to their address', async () => {
    const [{ email }, address] = [await someone(), someAddress()]
    const { visitor, page } = await askedFor(email, address)
    for (let sent = 1; sent < 5; sent++) {
      await letTimePass(email, address, minuteMs)
      expect((await visitor.submit(page, 'again')).status).toBe(200)
    }
    await letTimePass(email, address, minuteMs)
    expect((await visitor.submit(page, 'again')).status).toBe(429)
    const person = await askedFor(email)
    expect(person.page.status).toBe(200)
    const code = await mailedCode(email, 6)
    expect((await person.visitor.submit(person.page, 'enter', { code })).url.href).toContain('?code=')
  })

  it('is not counted in a browser in which they signed in before, whatever others ask for', async () => {
    const { email } = await someone()
    const { visitor, page } = await askedFor(email)
    await visitor.submit(page, 'enter', { code: await mailedCode(email) })
    const [mark] = visitor.cookies.filter(({ name }) => name === '_known_browser')
    expect([mark?.path, mark?.value]).toEqual(['/auth', expect.stringMatching(/^[\w-]+$/)])
    expect(mark?.value).not.toContain(email)
    const of = sendingsToEmail(email)
    await put(table(), sendings, { of, askedAtMs: Array.from({ length: 100 }, () => Date.now()), version: 9 })
    expect((await askedFor(email)).page.status).toBe(429)
    for (let again = 0; again < 7; again++) {
      const fresh = await visitor.submit(await visitor.open((await startedAt({ prompt: 'login' })).url), 'send', {
        email,
      })
      expect(fresh.status).toBe(200)
    }
    // Whoever has that browser has as few guesses as anybody: the browser has a limit of its own.
    const known = { of: sendingsInKnownBrowser(email), askedAtMs: Array(20).fill(Date.now()), version: 99 }
    await put(table(), sendings, known)
    const spent = await visitor.open((await startedAt({ prompt: 'login' })).url)
    expect((await visitor.submit(spent, 'send', { email })).status).toBe(429)
    const other = await someone()
    await put(table(), sendings, {
      of: sendingsToEmail(other.email),
      askedAtMs: Array(100).fill(Date.now()),
      version: 1,
    })
    const ofOther = await visitor.open((await startedAt({ prompt: 'login' })).url)
    expect((await visitor.submit(ofOther, 'send', { email: other.email })).status).toBe(429)
  })

  it('is sent the last code again, while it works, where another one would be one too many', async () => {
    const { email } = await someone()
    const address = someAddress()
    const { visitor, page } = await askedFor(email, address)
    const code = await mailedCode(email)
    const of = sendingsToEmailFromNetwork(email, address)
    await put(table(), sendings, { of, askedAtMs: Array.from({ length: 5 }, () => Date.now() - minuteMs), version: 9 })
    await alterChallenge(page, ({ expiresAtMs }) => ({ expiresAtMs: expiresAtMs - minuteMs }))
    const again = await visitor.submit(page, 'again')
    expect(again.status).toBe(200)
    expect(await mailedCode(email, 2)).toBe(code)
    expect((await visitor.submit(page, 'again')).status).toBe(429)
    await alterChallenge(page, () => ({ expiresAtMs: Date.now() - 1 }))
    expect((await visitor.submit(page, 'again')).status).toBe(429)
    await alterChallenge(page, () => ({ expiresAtMs: Date.now() + minuteMs }))
    expect((await visitor.submit(page, 'enter', { code })).url.href).toContain('?code=')
  })

  it('is sent a hundred codes an hour at most, from wherever they are asked for', async () => {
    const { email } = await someone()
    const of = sendingsToEmail(email)
    await put(table(), sendings, { of, askedAtMs: Array.from({ length: 99 }, () => Date.now()), version: 1 })
    expect((await askedFor(email)).page.status).toBe(200)
    const refused = (await askedFor(email)).page
    expect([refused.status, refused.text]).toEqual([
      429,
      expect.stringMatching(/requested for this address. Try again in (60|59) minutes/),
    ])
  })

  it('can have thirty codes an hour sent from one network, to whomever', async () => {
    const address = someAddress()
    const visitorHere = async () => {
      const visitor = new Visitor('en', address)
      return { visitor, page: await visitor.open((await startedAt()).url) }
    }
    const first = await visitorHere()
    const emails = Array.from({ length: 33 }, stranger)
    const statuses: number[] = []
    for (const email of emails) statuses.push((await first.visitor.submit(first.page, 'send', { email })).status)
    expect(statuses).toEqual([...Array(30).fill(200), ...Array(3).fill(429)])
    // An address with an account is treated no differently, and a code that was refused is none of its own.
    const { email } = await someone()
    const here = await visitorHere()
    const refused = await here.visitor.submit(here.page, 'send', { email })
    expect([refused.status, refused.text]).toEqual([
      429,
      expect.stringMatching(/your network. Try again in (60|59) minutes/),
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500)
    expect((await askedFor(email)).page.status).toBe(200)
    await mailedCode(email)
  })

  it('needs the code within ten minutes', async () => {
    const { email } = await someone()
    const { visitor, page } = await askedFor(email)
    const code = await mailedCode(email)
    const item = await getItem(table(), challengeKey(attemptOf(page)))
    if (!item) throw new Error('nothing was asked for')
    await put(table(), challenges, { ...fromItem(challenges, item), expiresAtMs: Date.now() - 1 })
    expect((await visitor.submit(page, 'enter', { code })).status).toBe(422)
  })

  it('cannot use a code that was asked for in another browser, or for another address', async () => {
    const [{ email }, victim] = [await someone(), await someone()]
    const { visitor, page } = await askedFor(email)
    const code = await mailedCode(email)
    const elsewhere = await askedFor(stranger())
    expect((await elsewhere.visitor.submit(elsewhere.page, 'enter', { code })).status).toBe(422)
    const restarted = await visitor.submit(page, 'restart')
    expect(restarted.text).toContain('name="email"')
    expect((await visitor.submit(restarted, 'enter', { code })).status).toBe(422)
    const other = await visitor.submit(restarted, 'send', { email: victim.email })
    expect((await visitor.submit(other, 'enter', { code })).status).toBe(422)
  })

  it('is told of an address that is none', async () => {
    const visitor = new Visitor()
    const page = await visitor.open((await startedAt({ login_hint: 'jane@example.com' })).url)
    expect(page.text).toContain('value="jane@example.com"')
    const refused = await visitor.submit(page, 'send', { email: 'jane at <example>' })
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('This is not an e-mail address.')])
    expect(refused.text).toContain('value="jane at &lt;example&gt;"')
  })

  it('may turn back: the app is told so', async () => {
    const visitor = new Visitor()
    const { url, checks } = await startedAt()
    const answered = await visitor.submit(await visitor.open(url), 'cancel')
    expect(answered.url.href.startsWith(appRedirectUri)).toBe(true)
    expect(Object.fromEntries(answered.url.searchParams)).toMatchObject({
      error: 'access_denied',
      state: checks.expectedState,
      iss: cloud().authUrl,
    })
  })

  it('goes on once: the right code that is sent again leads to no second code of the app', async () => {
    const { email } = await someone()
    const { visitor, page } = await askedFor(email)
    const code = await mailedCode(email)
    const answers = await Promise.all(Array.from({ length: 4 }, () => visitor.submit(page, 'enter', { code })))
    expect(answers.filter(({ url }) => url.searchParams.has('code'))).toHaveLength(1)
    expect((await visitor.submit(page, 'enter', { code })).status).toBe(400)
  })
})

describe.concurrent('the pages', () => {
  it('keep to themselves, and name where their forms may lead', async () => {
    const { headers, text } = await new Visitor().open((await startedAt()).url)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; font-src data:; img-src 'self' data:; /)
    expect(text).toContain('url(data:font/woff2;base64,')
    expect(policy).toContain("base-uri 'none'; form-action 'self' http://localhost:8080; frame-ancestors 'none'")
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    // The one script asks for passkeys.
    const scripts = [...text.matchAll(/<script[\s\S]*?<\/script>/g)].map(([script]) => script)
    expect(scripts).toEqual([expect.stringMatching(/^<script type="module" src="[^"]+\/passkeys-\w+\.js"><\/script>$/)])
    const [, address = ''] = /src="([^"]+)"/.exec(scripts[0] ?? '') ?? []
    expect(policy).toContain(`script-src ${address};`)
  })

  it('answer HEAD like GET, without a body', async () => {
    const { url } = await startedAt()
    const visitor = new Visitor()
    const page = await visitor.open(url)
    const cookie = visitor.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const discovery = `${cloud().authUrl}/.well-known/openid-configuration`
    for (const address of [page.url, discovery, `${cloud().authUrl}/oauth/v2/keys`]) {
      const told = async (method: string) => {
        const answer = await fetch(address, { method, headers: { Accept: 'text/html, */*', Cookie: cookie } })
        return { seen: [answer.status, answer.headers.get('content-type')], text: await answer.text() }
      }
      const [get, head] = [await told('GET'), await told('HEAD')]
      expect([head.seen, head.text]).toEqual([get.seen, ''])
      expect(get.seen[0]).toBe(200)
    }
  })

  it('keep nothing in cookies but ids, out of reach of scripts and of other sites', async () => {
    const { url } = await startedAt()
    const response = await fetch(url, { redirect: 'manual', headers: { Accept: 'text/html' } })
    const cookies = response.headers.getSetCookie()
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) expect(cookie).toMatch(/^_[a-z_]+=[\w-]+; path=\/[^;]+; .*samesite=lax; httponly$/i)
  })

  it('answer forms of their own browser alone', async () => {
    const { email } = await someone()
    const { visitor, page } = await askedFor(email)
    const forged: [string, () => Promise<Visited>][] = [
      ['without the secret', () => visitor.post(page.url, { act: 'restart' })],
      ['with another secret', () => visitor.post(page.url, { act: 'restart', form_secret: 'x'.repeat(43) })],
      ['of another browser', () => new Visitor().submit(page, 'restart')],
      [
        'of another attempt',
        async () => {
          const elsewhere = await askedFor(stranger())
          return await elsewhere.visitor.submit({ ...elsewhere.page, url: page.url }, 'restart')
        },
      ],
    ]
    for (const [what, forge] of forged) {
      const { status, text } = await forge()
      expect([status, text], what).toEqual([400, expect.stringContaining('This page has expired')])
    }
    expect((await visitor.open(page.url)).text).toContain('name="code"')
  })

  it('say what is wrong with a request, and lead nowhere that is not registered', async () => {
    const { url } = await startedAt({ redirect_uri: 'http://localhost:8080/callback/other' })
    const page = await new Visitor().open(url)
    expect([page.status, page.url.origin]).toEqual([400, new URL(cloud().authUrl).origin])
    expect(page.text).toContain('invalid_redirect_uri')
    const unknown = await new Visitor().open(`${cloud().authUrl}/oauth/v2/interaction/unknown`)
    expect([unknown.status, unknown.text]).toEqual([400, expect.stringContaining('This page has expired')])
  })
})

describe.concurrent('a session', () => {
  async function signedIn() {
    const person = await someone()
    const visitor = new Visitor()
    await signIn(visitor, (await startedAt()).url, person.email)
    return { visitor, ...person }
  }

  it('saves signing in again, until the app asks for it', async () => {
    const { visitor, email, id } = await signedIn()
    expect(visitor.cookies.filter(({ name }) => name === '_session')).toMatchObject([{ path: '/auth' }])
    const { app, ...started } = await startedAt({ prompt: 'none' })
    const answered = await visitor.open(started.url)
    expect((await exchange(app, answered.url, started)).claims()?.sub).toBe(id)
    const anew = await visitor.open((await startedAt({ prompt: 'login', login_hint: email })).url)
    expect(anew.text).toContain('name="email"')
  })

  it('is asked for in vain where there is none', async () => {
    const answered = await new Visitor().open((await startedAt({ prompt: 'none' })).url)
    expect(answered.url.searchParams.get('error')).toBe('login_required')
  })

  it('is another person’s once another person signs in', async () => {
    const { visitor } = await signedIn()
    const second = await someone()
    const { app, ...started } = await startedAt({ prompt: 'login' })
    const answered = await signIn(visitor, started.url, second.email)
    expect((await exchange(app, answered.url, started)).claims()?.sub).toBe(second.id)
    const silent = await startedAt({ prompt: 'none' })
    const later = await visitor.open(silent.url)
    expect((await exchange(app, later.url, silent)).claims()?.sub).toBe(second.id)
  })

  it('ends when the person signs out, after a question, and leads back to the app', async () => {
    const { visitor } = await signedIn()
    const { app, ...started } = await startedAt({ prompt: 'none' })
    const tokens = await exchange(app, (await visitor.open(started.url)).url, started)
    const query = new URLSearchParams({
      client_id: app.clientId,
      post_logout_redirect_uri: appRedirectUri,
      state: 'left',
    })
    const page = await visitor.open(`${cloud().authUrl}/oauth/v2/logout?${query}`)
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('Do you want to sign out in this browser?')])
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://localhost:8080;")
    const [, xsrf = ''] = /name="xsrf" value="(\w+)"/.exec(page.text) ?? []
    const forged = await visitor.post(`${cloud().authUrl}/oauth/v2/logout/confirm`, { logout: 'yes', xsrf: 'guessed' })
    expect(forged.status).toBe(400)
    const left = await visitor.post(`${cloud().authUrl}/oauth/v2/logout/confirm`, { logout: 'yes', xsrf })
    expect(left.url.href).toBe(`${appRedirectUri}?state=left`)
    const silent = await visitor.open((await startedAt({ prompt: 'none' })).url)
    expect(silent.url.searchParams.get('error')).toBe('login_required')
    // What our own app was given to go on with ends with it.
    expect(await refusalOf(refresh(app, tokens.refresh_token))).toBe('invalid_grant')
  })

  it('need not be there to sign out', async () => {
    const visitor = new Visitor()
    const page = await visitor.open(`${cloud().authUrl}/oauth/v2/logout`)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'sha256-[^']+'/)
    const [, xsrf = ''] = /name="xsrf" value="(\w+)"/.exec(page.text) ?? []
    const left = await visitor.post(`${cloud().authUrl}/oauth/v2/logout/confirm`, { logout: 'yes', xsrf })
    expect([left.status, left.text]).toEqual([200, expect.stringContaining('You are signed out')])
  })
})
