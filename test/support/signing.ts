import { randomBytes } from 'node:crypto'
import { changeInJob } from '../../functions/signature/model/change-in-job.ts'
import { codeDestination, codeRecipientOf } from '../../functions/signature/model/code-destination.ts'
import { type SigningLink, signingLinks, tokenHash } from '../../functions/signature/model/signing-link.ts'
import {
  type SigningProgress,
  signingProgresses,
  signingProgressKey,
} from '../../functions/signature/model/signing-progress.ts'
import type { Step, StepType } from '../../functions/signature/model/step.ts'
import { notified, system } from '../../functions/signature/model/transitions.ts'
import { put } from '../../infra/local/tenant.ts'
import { kmsMacKeys } from '../../shared/personal-links/kms-mac.ts'
import {
  type CodesOfRecipient,
  codesOfRecipientKey,
  codesOfRecipients,
  noCodesTo,
} from '../../shared/personal-links/recipient-codes.ts'
import {
  codeOf as codeOfSigner,
  currentMac,
  linkToken,
  type MacKeys,
  macUnder,
} from '../../shared/personal-links/signing-secrets.ts'
import { systemClock } from '../../shared/platform/clock.ts'
import { systemIds } from '../../shared/platform/ids.ts'
import { fromItem } from '../../shared/store/collection.ts'
import { getItem } from '../../shared/store/table.ts'
import { type Answer, type CallOptions, call, demand } from './client.ts'
import { cloud } from './cloud.ts'
import { create, type Draft, type Sender, sealed, signer, storedChain, storedRequest } from './signature.ts'
import { kms, table } from './tenant.ts'

type Request = Answer['body']

function macKeys(): MacKeys {
  return kmsMacKeys(kms(), cloud().resources.SigningSecretsKeys ?? '')
}

/** A request that people sign on our own page. */
export async function nativeRequest(of: Sender, more: Draft = {}): Promise<Request> {
  return await create(of, { vendor: 'native', signers: [signer()], ...more })
}

/** Asks a signer to sign, as the job that writes e-mails does or has done, and gives the token of their personal link. */
export async function linkOf(request: Request, index = 0): Promise<string> {
  const dependencies = { table: table(), clock: systemClock, ids: systemIds }
  const { id: signerId } = request.signers[index]
  await changeInJob(dependencies, request.id, (record, nowMs) =>
    notified(record, [signerId], { nowMs, actor: system, ip: null, userAgent: null }),
  )
  const record = await storedRequest(request.id)
  const generation = record.signers[index]?.linkGeneration ?? 1
  const token = await linkToken(currentMac(macKeys()), { requestId: request.id, signerId }, generation)
  const { current: key } = macKeys()
  await putLink(token, { key, requestId: request.id, signerId, generation, frameOrigins: record.frameOrigins })
  return token
}

/** Another link to the same signer's page than that of their mail. */
export async function otherLinkOf(request: Request, more: Partial<SigningLink>): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const [signer] = (await storedRequest(request.id)).signers
  if (!signer) throw new Error('the request has no signer')
  await putLink(token, { requestId: request.id, signerId: signer.id, generation: signer.linkGeneration, ...more })
  return token
}

/** A follower's link to a copy of the sealed document. */
export async function copyLinkOf({ id: requestId }: Request): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await putLink(token, { requestId, signerId: null, generation: 1 })
  return token
}

type LinkParts = Pick<SigningLink, 'requestId' | 'signerId' | 'generation'> & Partial<SigningLink>

async function putLink(token: string, parts: LinkParts): Promise<void> {
  const createdAtMs = systemClock()
  await put(table(), signingLinks, {
    hash: tokenHash(token),
    expiresAtMs: null,
    session: null,
    frameOrigins: [],
    key: null,
    createdAtMs,
    ...parts,
  })
}

/** The code that was sent last. */
export async function codeFor(request: Request, index = 0): Promise<string> {
  const { counter, digits, key } = (await storedProgress(request, index)).code
  const signer = (await storedRequest(request.id)).signers[index]
  if (!signer) throw new Error('there is no such signer')
  const ref = { requestId: request.id, signerId: signer.id, to: codeDestination(signer).to }
  return await codeOfSigner(macUnder(macKeys(), key), ref, counter, digits)
}

/** Another code of as many digits. */
export async function wrongCodeFor(request: Request, index = 0): Promise<string> {
  const right = await codeFor(request, index)
  return String((Number(right) + 1) % 10 ** right.length).padStart(right.length, '0')
}

export async function storedProgress(request: Request, index = 0): Promise<SigningProgress> {
  const item = await getItem(table(), signingProgressKey(request.id, request.signers[index].id))
  if (!item) throw new Error('the signer has come no way yet')
  return fromItem(signingProgresses, item)
}

/** Puts a signer's codes into a state of another time: no test waits. */
export async function alterCode(
  request: Request,
  change: (code: SigningProgress['code']) => Partial<SigningProgress['code']>,
  index = 0,
): Promise<void> {
  const progress = await storedProgress(request, index)
  await put(table(), signingProgresses, { ...progress, code: { ...progress.code, ...change(progress.code) } })
}

/** The same for what was sent to the signer's mailbox or telephone number. */
export async function alterCodesOfRecipient(
  request: Request,
  change: (codes: CodesOfRecipient) => Partial<CodesOfRecipient>,
  index = 0,
): Promise<void> {
  const signer = (await storedRequest(request.id)).signers[index]
  if (!signer) throw new Error('the request has no such signer')
  const recipient = codeRecipientOf(signer, null)
  const item = await getItem(table(), codesOfRecipientKey(recipient))
  const codes = item ? fromItem(codesOfRecipients, item) : noCodesTo(recipient)
  await put(table(), codesOfRecipients, { ...codes, ...change(codes), version: codes.version + 1 })
}

/** A browser with a link open: it keeps the cookie that it is given. */
export interface Browser {
  readonly token: string
  get(path: string): Promise<Answer>
  post(path: string, json: unknown): Promise<Answer>
  ask(method: string, path: string, options?: CallOptions): Promise<Answer>
  cookie(): string | null
}

export function browserAt(token: string, known: string | null = null): Browser {
  let cookie = known
  const ask = async (method: string, path: string, options: CallOptions = {}) => {
    const headers = { ...options.headers, ...(cookie !== null && { Cookie: cookie }) }
    const answer = await call(method, `/sign/${token}${path}`, { ...options, headers })
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return answer
  }
  return {
    token,
    ask,
    cookie: () => cookie,
    get: (path) => ask('GET', path),
    post: (path, json) => ask('POST', path, { json }),
  }
}

/** A signer's browser, at the link of their mail. */
export async function visit(request: Request, index = 0): Promise<Browser> {
  return browserAt(await linkOf(request, index))
}

export const typed = { mode: 'typed', value: 'Jane Doe' }

/** What the page sends to sign, but for what a test wants different. */
export function signBody(request: Request, more: Draft = {}): Draft {
  return { consent: true, documentSha256: request.document.sha256, signature: typed, values: {}, ...more }
}

/** Presses "Open the document". */
export async function open(browser: Browser): Promise<void> {
  demand(await browser.post('/open', {}), 200)
}

export async function agree(browser: Browser): Promise<void> {
  demand(await browser.post('/consent', await consentBody(browser)), 200)
}

/** What the page sends to agree to what it shows now. A document that is not open yet is opened. */
export async function consentBody(browser: Browser, locale = 'en'): Promise<Draft> {
  const { consent, document } = await stateOf(browser)
  if (document) return { accepted: true, locale, agreementSha256: consent.agreementSha256 }
  await open(browser)
  return await consentBody(browser, locale)
}

/** A consent to something that no page shows. */
export const otherConsent = { accepted: true, locale: 'en', agreementSha256: 'ab'.repeat(32) }

export async function stateOf(browser: Browser): Promise<Answer['body']> {
  const state = await browser.get('/state')
  demand(state, 200)
  return state.body
}

/** Asks for a code, and enters it. */
export async function proveBy(browser: Browser, request: Request, index = 0): Promise<void> {
  demand(await browser.post('/otp', {}), 200)
  demand(await browser.post('/otp', { code: await codeFor(request, index) }), 200)
}

/** The steps of a kind, as they stand in the request's chain. */
export async function stepsOf({ id }: Request, ...types: readonly StepType[]): Promise<Step[]> {
  return (await storedChain(id)).filter(({ type }) => types.includes(type))
}

/** Agrees and signs; the signer needs no code. */
export async function signAt(browser: Browser, request: Request): Promise<Answer> {
  await agree(browser)
  return await browser.post('/sign', signBody(request))
}

/** A request of a live organization whose one signer has signed on our own page, and its seal. */
export async function liveSealed(of: Sender): Promise<Request> {
  const request = await nativeRequest(of)
  demand(await signAt(await visit(request), request), 200)
  return await sealed(of, request.id)
}
