import { deliverableAddress } from '../../../shared/mail/address.ts'
import { challengeId, signInLimits } from '../../../shared/personal-links/challenge.ts'
import { minuteMs } from '../../../shared/platform/clock.ts'
import { codeDigits } from '../../../shared/platform/code-digits.ts'
import { isMarkFor, knownBrowserCookie, markOfBrowser } from '../sign-in/known-browser.ts'
import { messages } from './pages/messages.ts'
import { show } from './pages/page.ts'
import { codePage, emailPage, type SignInFacts } from './pages/sign-in-page.ts'
import { personIdOf } from './people.ts'
import { askForCode, challengeOf, enterCode, forgetChallenge } from './sign-in.ts'
import { applicationOf, finish, pageFacts, showAnew, shownApplication, type Turn, textOf } from './turn.ts'

/** Asks for the address, then for the code that was mailed to it. */
export async function signInStep(turn: Turn): Promise<void> {
  switch (turn.form?.get('act')) {
    case 'send':
      return await send(turn)
    case 'again':
      return await sendAgain(turn)
    case 'enter':
      return await enter(turn)
    // What passkeys take is loaded by those alone who use them.
    case 'passkey-options':
      return await (await import('./passkey-sign-in.ts')).offerPasskey(turn)
    case 'passkey':
      return await enterWithPasskey(turn)
    case 'restart':
      await forgetChallenge(turn.dependencies, idOf(turn))
      return showAnew(turn)
    default:
      return await showStep(turn)
  }
}

const idOf = ({ interaction }: Turn) => challengeId(interaction.uid)

/** What stands in the way, and how that is answered. */
interface Obstacle {
  readonly message: string
  readonly status: number
}

async function factsOf(turn: Turn, obstacle: Obstacle | null): Promise<SignInFacts> {
  return {
    ...pageFacts(turn),
    application: shownApplication(await applicationOf(turn)),
    obstacle: obstacle?.message ?? null,
    status: obstacle?.status ?? 200,
  }
}

async function showStep(turn: Turn, obstacle: Obstacle | null = null): Promise<void> {
  const facts = await factsOf(turn, obstacle)
  const challenge = await challengeOf(turn.dependencies.table, idOf(turn))
  const email = challenge?.email ?? ''
  show(turn.ctx, email === '' ? emailPage(facts, textOf(turn.interaction.params.login_hint)) : codePage(facts, email))
}

async function send(turn: Turn): Promise<void> {
  const email = (turn.form?.get('email') ?? '').trim().toLowerCase()
  const { locale } = pageFacts(turn)
  const says = messages[locale].obstacles
  const address = deliverableAddress(email)
  const obstacle = address === null ? { message: says.email, status: 422 } : await asked(turn, address)
  if (obstacle) show(turn.ctx, emailPage(await factsOf(turn, obstacle), email))
  else showAnew(turn)
}

async function sendAgain(turn: Turn): Promise<void> {
  const challenge = await challengeOf(turn.dependencies.table, idOf(turn))
  if (!challenge || challenge.email === '') return await showStep(turn)
  const obstacle = await asked(turn, challenge.email)
  if (obstacle) show(turn.ctx, codePage(await factsOf(turn, obstacle), challenge.email))
  else showAnew(turn)
}

async function asked(turn: Turn, email: string): Promise<Obstacle | null> {
  const { ctx, dependencies } = turn
  const { locale } = pageFacts(turn)
  const mark = ctx.cookies.get(knownBrowserCookie)
  const isKnownBrowser = await isMarkFor(dependencies.macKeys, mark, email, dependencies.clock())
  const refused = await askForCode(dependencies, { id: idOf(turn), email, locale, ip: ctx.ip, isKnownBrowser })
  if (!refused) return null
  const waitMs = Math.max(1, refused.mayAskAtMs - dependencies.clock())
  ctx.set('Retry-After', String(Math.ceil(waitMs / 1000)))
  const { tooSoon, tooOften, tooManyHere } = messages[locale].obstacles
  const isSoon = waitMs <= signInLimits.toEmailFromNetwork.pauseMs
  const minutes = Math.ceil(waitMs / minuteMs)
  const ofEmail = isSoon ? tooSoon(Math.ceil(waitMs / 1000)) : tooOften(minutes)
  const message = refused.limit === 'fromNetwork' ? tooManyHere(minutes) : ofEmail
  return { message, status: 429 }
}

async function enter(turn: Turn): Promise<void> {
  const { dependencies, form } = turn
  const says = messages[pageFacts(turn).locale].obstacles
  const code = codeDigits((form?.get('code') ?? '').slice(0, 100))
  // A code of another length is mistyped, not guessed: it costs no try.
  if (!isWhole(code)) return await showStep(turn, { message: says.codeLength(signInLimits.digits), status: 422 })
  const entered = await enterCode(dependencies, idOf(turn), code)
  if (entered.outcome === 'wrong')
    return await showStep(turn, { message: says.wrongCode(entered.triesLeft), status: 422 })
  const accountId = entered.outcome === 'right' ? await personIdOf(dependencies.table, entered.email) : null
  if (accountId === null) return await showStep(turn, { message: says.noCode, status: 422 })
  await leaveOtherSession(turn, accountId)
  if (entered.outcome === 'right') await rememberBrowser(turn, entered.email)
  await signInAs(turn, accountId, ['otp'])
}

async function enterWithPasskey(turn: Turn): Promise<void> {
  const { personBehindPasskey } = await import('./passkey-sign-in.ts')
  const proved = await personBehindPasskey(turn)
  if (!proved) {
    const message = messages[pageFacts(turn).locale].obstacles.passkeyRefused
    return await showStep(turn, { message, status: 422 })
  }
  await leaveOtherSession(turn, proved.accountId)
  await signInAs(turn, proved.accountId, proved.amr)
}

/** `amr`: how the person proved who they are (RFC 8176). What comes afterwards, such as consent, does not renew the sign-in. */
async function signInAs(turn: Turn, accountId: string, amr: string[]): Promise<void> {
  await finish(turn, { login: { accountId, amr, ts: Math.floor(turn.dependencies.clock() / 1000) } })
}

const isWhole = (code: string) => code.length === signInLimits.digits && /^\d+$/.test(code)

/** From now on nobody else can use up the codes that this browser may ask for. */
async function rememberBrowser({ ctx, dependencies }: Turn, email: string): Promise<void> {
  const { macKeys, clock, issuer } = dependencies
  const { value, untilMs } = await markOfBrowser(macKeys, email, clock())
  const { pathname: path } = new URL(issuer)
  const options = { path, expires: new Date(untilMs), httpOnly: true, sameSite: 'lax', signed: false } as const
  ctx.cookies.set(knownBrowserCookie, value, { ...options, overwrite: true })
}

/** Somebody else was signed in with this browser until now: that ends, and nothing of it is mixed with what begins. */
async function leaveOtherSession({ ctx, dependencies, interaction }: Turn, accountId: string): Promise<void> {
  const { provider } = dependencies
  const cookie = ctx.cookies.get(provider.cookieName('session'))
  const session = cookie === undefined ? undefined : await provider.Session.find(cookie)
  if (session?.accountId === undefined || session.accountId === accountId) return
  await session.destroy()
  interaction.session = undefined
}
