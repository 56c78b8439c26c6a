import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  type Passkey,
  passkeyIdOf,
  passkeyLimits,
  passkeys,
} from '../../../functions/identity-provider/passkeys/passkey.ts'
import {
  passkeyChallengeId,
  passkeyChallengeKey,
  passkeyChallenges,
} from '../../../functions/identity-provider/passkeys/passkey-challenge.ts'
import {
  sendings,
  sendingsToEmail,
  sendingsWithPasskeys,
} from '../../../functions/identity-provider/sign-in/sendings.ts'
import { put } from '../../../infra/local/tenant.ts'
import { signInLimits } from '../../../shared/personal-links/challenge.ts'
import { systemClock } from '../../../shared/platform/clock.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { fromItem } from '../../../shared/store/collection.ts'
import { getItem } from '../../../shared/store/table.ts'
import { keysPath } from '../../support/api-keys.ts'
import { Authenticator, type CredentialJson, type Deviation } from '../../support/authenticator.ts'
import { call } from '../../support/client.ts'
import { cloud } from '../../support/cloud.ts'
import { inboxOf } from '../../support/mail.ts'
import { appRedirectUri, audienceScope, connectedApp, exchange, ownApp, start } from '../../support/oauth.ts'
import { makeSignInOld, sessionOf } from '../../support/provider-session.ts'
import { personOf, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'
import { signIn, someAddress, type Visited, Visitor } from '../../support/visitor.ts'

const scope = `openid offline_access ${audienceScope}`
const origin = () => new URL(cloud().authUrl).origin

async function somebody(role: 'member' | 'owner' = 'member') {
  const of = await tenant()
  const { account } = await personOf(of, role)
  return { of, id: account.id, email: account.email ?? '' }
}

const started = async (more: Record<string, string> = {}) => start(await ownApp(), scope, more)

/** A browser in which somebody has signed in by e-mail, on the page of their passkeys. */
async function managing(email: string, count = 1, visitor = new Visitor()) {
  const request = await started({ prompt: 'passkeys' })
  return { request, visitor, page: await signIn(visitor, request.url, email, count) }
}

const interactionOf = ({ url }: Visited) => url.pathname.split('/').at(-1) ?? ''

async function optionsFor(visitor: Visitor, page: Visited, act: 'add' | 'passkey') {
  const answer = await visitor.submit(page, `${act}-options`)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  return JSON.parse(answer.text).options
}

async function add(visitor: Visitor, page: Visited, authenticator: Authenticator, deviation: Deviation = {}) {
  const credential = authenticator.create(await optionsFor(visitor, page, 'add'), deviation)
  return await visitor.submit(page, 'add', { name: 'Laptop', answer: JSON.stringify(credential) })
}

/** Somebody with a passkey, and the browser in which they added it. */
async function owner({ counter = 0, role = 'member' as 'member' | 'owner' } = {}) {
  const person = await somebody(role)
  const authenticator = new Authenticator(origin(), counter)
  const { visitor, page } = await managing(person.email)
  expect((await add(visitor, page, authenticator)).text).toContain('<strong>Laptop</strong>')
  return { ...person, authenticator, visitor, page }
}

async function arrived(visitor = new Visitor(), more: Record<string, string> = {}) {
  const request = await started(more)
  return { visitor, request, page: await visitor.open(request.url) }
}

const enter = (visitor: Visitor, page: Visited, credential: CredentialJson) =>
  visitor.submit(page, 'passkey', { answer: JSON.stringify(credential) })

/** A new browser asks the authenticator, and shows what it answers. */
async function signInWith(authenticator: Authenticator, deviation: Deviation = {}, from: Visitor = new Visitor()) {
  const { visitor, request, page } = await arrived(from, { prompt: 'login' })
  const credential = authenticator.get(await optionsFor(visitor, page, 'passkey'), deviation)
  return { visitor, request, page, credential, answered: await enter(visitor, page, credential) }
}

function expectRefused(answered: Visited): void {
  expect([answered.status, answered.text]).toEqual([422, expect.stringContaining('This passkey does not sign you in.')])
}

const isSignedIn = ({ url }: Visited) => url.href.startsWith(`${appRedirectUri}?code=`)

const stored = async (userId: string, authenticator: Authenticator) => {
  const item = await getItem(table(), passkeys.key({ userId, id: passkeyIdOf(authenticator.credentialId) } as Passkey))
  return item && fromItem(passkeys, item)
}

/** Mails about passkeys to an address, oldest first, once there are so many. */
async function mailsTo(email: string, count: number) {
  const mails = await until(`${count} mails about passkeys to ${email}`, async () => {
    const found = (await inboxOf(email)).filter(({ subject }) => subject.includes('passkey'))
    return found.length >= count ? found.toReversed() : null
  })
  return mails.map(({ subject, text = '' }) => `${subject}\n${text}`)
}

describe.concurrent('a passkey', () => {
  it('is added by somebody who is signed in, signs them in elsewhere, and tells how', async () => {
    // Given somebody who has a passkey
    const { id, email, authenticator, visitor, page } = await owner()
    const [mail] = await mailsTo(email, 1)
    expect(mail).toMatch(/^A passkey was added to your account\n[\s\S]*“Laptop”/)
    // Then the page leads back when they are done
    expect(isSignedIn(await visitor.submit(page, 'done'))).toBe(true)
    // When they sign in with it in another browser
    const { visitor: other, request, answered } = await signInWith(authenticator)
    // Then no e-mail address was asked for, and the tokens tell the person and the way
    expect(isSignedIn(answered)).toBe(true)
    const claims = (await exchange(await ownApp(), answered.url, request)).claims()
    expect(claims?.sub).toBe(id)
    expect(await sessionOf(other)).toMatchObject({ accountId: id, amr: ['hwk', 'user', 'mfa'] })
    expect(await stored(id, authenticator)).toMatchObject({
      lastUsedAt: expect.stringMatching(/Z$/),
      transports: ['internal'],
      counter: 0,
    })
  })

  it('signs its owner in where others have used up the codes for the address', async () => {
    const { id, email, authenticator } = await owner()
    const askedAtMs = Array(signInLimits.toEmail.sendings).fill(Date.now())
    await put(table(), sendings, { of: sendingsToEmail(email), askedAtMs, version: 99 })
    const { visitor, page } = await arrived()
    expect((await visitor.submit(page, 'send', { email })).status).toBe(429)
    const { request, answered } = await signInWith(authenticator, {}, visitor)
    expect((await exchange(await ownApp(), answered.url, request)).claims()?.sub).toBe(id)
  })

  it('counts as a recent sign-in, for operations that need one', async () => {
    const { of, authenticator } = await owner({ role: 'owner' })
    const visitor = new Visitor()
    const { page, request } = await arrived(visitor, { max_age: '0' })
    const credential = authenticator.get(await optionsFor(visitor, page, 'passkey'))
    const answered = await enter(visitor, page, credential)
    const { access_token: token } = await exchange(await ownApp(), answered.url, request)
    const created = await call('POST', keysPath(of), { token, json: { name: 'A key', role: 'viewer' } })
    expect(created.status).toBe(201)
  })

  it('replaces whoever was signed in with the browser', async () => {
    const { id, authenticator } = await owner()
    const other = await somebody()
    const visitor = new Visitor()
    await signIn(visitor, (await started()).url, other.email)
    const { request, answered } = await signInWith(authenticator, {}, visitor)
    expect((await exchange(await ownApp(), answered.url, request)).claims()?.sub).toBe(id)
  })

  it('signs nobody in once it was removed, which is told by e-mail', async () => {
    const { email, authenticator, visitor, page } = await owner()
    const passkey = passkeyIdOf(authenticator.credentialId)
    const removed = await visitor.submit(page, 'remove', { passkey })
    expect(removed.text).toContain('You have no passkey.')
    // Twice is once.
    for (const again of [passkey, 'x'.repeat(3_000)])
      expect((await visitor.submit(page, 'remove', { passkey: again })).status).toBe(200)
    expectRefused((await signInWith(authenticator)).answered)
    const [, mail] = await mailsTo(email, 2)
    expect(mail).toMatch(/^A passkey was removed from your account\n/)
  })

  it.for([
    ['another origin', { origin: 'https://auth.sealpost.example' }],
    ['another domain', { domain: 'sealpost.example' }],
    ['an authenticator that did not ask who is there', { isUserVerified: false }],
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['the answer to another question', { type: 'webauthn.create' }],
    ['another key', { privateKey: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
  ] as const)('signs nobody in with %s', async ([, deviation]) => {
    const { authenticator } = await owner()
    const { visitor, page, answered } = await signInWith(authenticator, deviation)
    expectRefused(answered)
    // The same page still takes a right one.
    const credential = authenticator.get(await optionsFor(visitor, page, 'passkey'))
    expect(isSignedIn(await enter(visitor, page, credential))).toBe(true)
  })

  it('signs in its owner alone', async () => {
    const [one, other] = await Promise.all([owner(), owner()])
    const userHandle = Buffer.from(other.id).toString('base64url')
    expectRefused((await signInWith(one.authenticator, { userHandle })).answered)
    const nobody = new Authenticator(origin())
    expectRefused((await signInWith(nobody, { userHandle })).answered)
    expectRefused(
      (await signInWith(one.authenticator, { userHandle: Buffer.from('../x').toString('base64url') })).answered,
    )
  })

  it('answers a challenge once, in the attempt that it was made for, and within five minutes', async () => {
    const { authenticator } = await owner()
    // Given two attempts to sign in
    const [first, second] = [await arrived(), await arrived()]
    const options = await optionsFor(first.visitor, first.page, 'passkey')
    await optionsFor(second.visitor, second.page, 'passkey')
    // Then the answer for the first counts nowhere else
    expectRefused(await enter(second.visitor, second.page, authenticator.get(options)))
    // And a wrong answer uses the challenge up
    expectRefused(await enter(first.visitor, first.page, authenticator.get(options, { isUserVerified: false })))
    expectRefused(await enter(first.visitor, first.page, authenticator.get(options)))
    // And of many at once, one counts
    const third = await arrived()
    const credential = authenticator.get(await optionsFor(third.visitor, third.page, 'passkey'))
    const answers = await Promise.all([1, 2, 3, 4].map(() => enter(third.visitor, third.page, credential)))
    expect(answers.filter(isSignedIn)).toHaveLength(1)
    // And it does not wait for ever
    const late = await arrived()
    const lateOptions = await optionsFor(late.visitor, late.page, 'passkey')
    const id = passkeyChallengeId(interactionOf(late.page), 'sign_in')
    const item = await getItem(table(), passkeyChallengeKey(id))
    if (!item) throw new Error('there is no challenge')
    await put(table(), passkeyChallenges, { ...fromItem(passkeyChallenges, item), expiresAtMs: systemClock() })
    expectRefused(await enter(late.visitor, late.page, authenticator.get(lateOptions)))
  })

  it('signs nobody in whose counter goes back: somebody has copied it', async () => {
    const { id, authenticator } = await owner({ counter: 7 })
    expect(isSignedIn((await signInWith(authenticator)).answered)).toBe(true)
    expect(await stored(id, authenticator)).toMatchObject({ counter: 8 })
    expectRefused((await signInWith(authenticator, { counter: 8 })).answered)
    expectRefused((await signInWith(authenticator, { counter: 0 })).answered)
    expect(await stored(id, authenticator)).toMatchObject({ counter: 8 })
  })

  it('signs nobody in whose account is gone, and none by what is no answer at all', async () => {
    const { visitor, page } = await arrived()
    for (const answer of ['', '{}', 'null', '[]', '{"id":', JSON.stringify({ id: 'x', response: {} })]) {
      await optionsFor(visitor, page, 'passkey')
      expectRefused(await visitor.submit(page, 'passkey', { answer }))
    }
    const endless = Buffer.from('x'.repeat(3_000)).toString('base64url')
    expectRefused((await signInWith(new Authenticator(origin()), { userHandle: endless })).answered)
    const gone = systemIds()
    const { authenticator, id } = await owner()
    const mine = await stored(id, authenticator)
    if (!mine) throw new Error('there is no passkey')
    await put(table(), passkeys, { ...mine, userId: gone })
    expectRefused((await signInWith(authenticator, { userHandle: Buffer.from(gone).toString('base64url') })).answered)
  })
})

describe.concurrent('the page of passkeys', () => {
  it('is in the language of the browser, and loads its one script from here', async () => {
    const { email } = await somebody()
    const { page, visitor } = await managing(email, 1, new Visitor('fr'))
    expect(page.text).toContain('<h1>Vos clés d’accès</h1>')
    const [, script = ''] = /<script type="module" src="([^"]+)">/.exec(page.text) ?? []
    expect(script).toMatch(new RegExp(`^${cloud().authUrl}/oauth/v2/passkeys-[0-9a-f]{16}\\.js$`))
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain(`script-src ${script};`)
    expect(policy).toContain("connect-src 'self';")
    const loaded = await visitor.open(script)
    expect(loaded.headers.get('content-type')).toContain('text/javascript')
    expect(loaded.headers.get('cache-control')).toContain('immutable')
    expect((await visitor.open(script.replace(/-[0-9a-f]{16}/, '-0000000000000000'))).status).toBe(404)
  })

  it('is for our own app alone', async () => {
    const app = await connectedApp(await tenant())
    const { url } = start(app, 'openid profile:read', { prompt: 'passkeys' })
    const { url: answered } = await new Visitor().open(url)
    expect(answered.searchParams.get('error')).toBe('invalid_request')
  })

  it('asks those to sign in again whose sign-in is older than 15 minutes', async () => {
    // Given somebody with the page open, who signed in 16 minutes ago
    const { email, visitor, page, authenticator } = await owner()
    const options = await optionsFor(visitor, page, 'add')
    await makeSignInOld(visitor)
    // When they change something, they are asked to sign in
    const passkey = passkeyIdOf(authenticator.credentialId)
    const credential = JSON.stringify(new Authenticator(origin()).create(options))
    for (const [act, fields] of [
      ['remove', { passkey }],
      ['add', { name: 'Late', answer: credential }],
    ] as const)
      expect((await visitor.submit(page, act, fields)).text).toContain('<h1>Sign in</h1>')
    // And their browser is led there before it asks for a passkey
    const { location } = JSON.parse((await visitor.submit(page, 'add-options')).text)
    expect((await visitor.open(new URL(location))).text).toContain('<h1>Sign in</h1>')
    // And also when they open it anew, until they have
    const again = await managing(email, 2, visitor)
    expect(again.page.text).toContain('<strong>Laptop</strong>')
    expect(again.page.text).not.toContain('Late')
    // While a recent sign-in opens it without a question
    const request = await started({ prompt: 'passkeys' })
    expect((await visitor.open(request.url)).text).toContain('<strong>Laptop</strong>')
  })

  it.for([
    ['another origin', { origin: 'https://auth.sealpost.example' }],
    ['another domain', { domain: 'sealpost.example' }],
    ['an authenticator that did not ask who is there', { isUserVerified: false }],
    ['another challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['the answer to another question', { type: 'webauthn.get' }],
    ['a certificate, whose authority nobody asks', attestationWithCertificate('packed')],
    ['an attestation in another format', attestationWithCertificate('tpm')],
  ] as const)('adds nothing with %s', async ([, deviation]) => {
    const { email } = await somebody()
    const { visitor, page } = await managing(email)
    const answer = await add(visitor, page, new Authenticator(origin()), deviation)
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('The passkey was not added.')])
  })

  it('adds a passkey once, by a challenge of its own, and ten in all', async () => {
    const { id, authenticator, visitor, page } = await owner()
    // The same again
    expect((await add(visitor, page, authenticator)).status).toBe(422)
    // An answer that came before
    const other = new Authenticator(origin())
    const options = await optionsFor(visitor, page, 'add')
    expect(options.excludeCredentials).toMatchObject([{ id: authenticator.credentialId, transports: ['internal'] }])
    const answer = JSON.stringify(other.create(options))
    const nameless = await visitor.submit(page, 'add', { name: ' \u200b ', answer })
    expect([nameless.status, nameless.text]).toEqual([422, expect.stringContaining('Enter a name')])
    expect((await visitor.submit(page, 'add', { name: 'Tel <b>', answer })).text).toContain('Tel &lt;b&gt;')
    expect((await visitor.submit(page, 'add', { name: 'Again', answer })).status).toBe(422)
    // One that was made to sign in
    const wrong = new Authenticator(origin())
    const attempt = await arrived(new Visitor())
    const toSignIn = await optionsFor(attempt.visitor, attempt.page, 'passkey')
    const made = wrong.create({ ...options, challenge: toSignIn.challenge })
    expect((await visitor.submit(page, 'add', { name: 'Wrong', answer: JSON.stringify(made) })).status).toBe(422)
    // Too many
    const mine = await stored(id, authenticator)
    if (!mine) throw new Error('there is no passkey')
    const more = Array.from({ length: passkeyLimits.perPerson - 2 }, (_, index) => ({ ...mine, id: `more-${index}` }))
    await Promise.all(more.map((each) => put(table(), passkeys, each)))
    const full = await add(visitor, page, new Authenticator(origin()))
    expect([full.status, full.text]).toEqual([422, expect.stringContaining('You have 10 passkeys.')])
  })

  it('adds no passkey whose credential id belongs to another account, until it is removed there', async () => {
    const { authenticator, visitor, page } = await owner()
    const { credentialId } = authenticator
    const [mine, forged] = [await somebody(), new Authenticator(origin(), 0, credentialId)]
    const other = await managing(mine.email)
    const refused = await add(other.visitor, other.page, forged)
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('The passkey was not added.')])
    expect(await stored(mine.id, forged)).toBe(null)
    expect(isSignedIn((await signInWith(authenticator)).answered)).toBe(true)
    await visitor.submit(page, 'remove', { passkey: passkeyIdOf(credentialId) })
    expect((await add(other.visitor, other.page, forged)).text).toContain('<strong>Laptop</strong>')
  })

  it('takes no form of another browser', async () => {
    const { page } = await owner()
    expect((await new Visitor().submit(page, 'add-options')).status).toBe(400)
  })
})

it('a network can ask for 300 challenges an hour', async () => {
  const address = someAddress()
  const { visitor, page } = await arrived(new Visitor('en', address))
  const { sendings: most } = signInLimits.passkeysFromNetwork
  const askedAtMs = Array.from({ length: most - 1 }, () => systemClock() - 60_000)
  await put(table(), sendings, { of: sendingsWithPasskeys(address), askedAtMs, version: 1 })
  await optionsFor(visitor, page, 'passkey')
  const refused = await visitor.submit(page, 'passkey-options')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^35\d\d$/)])
  expect(JSON.parse(refused.text).message).toMatch(/^Too many sign-ins with a passkey from your network\. Try again in/)
})

function attestationWithCertificate(format: string): Deviation {
  const statement = new Map<string, number | Buffer | Buffer[]>([
    ['alg', -7],
    ['sig', Buffer.alloc(70)],
    ['x5c', [Buffer.alloc(300)]],
  ])
  return { attestation: { format, statement } }
}
