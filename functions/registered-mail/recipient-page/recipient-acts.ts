import type { Origin } from '../../../shared/http/operation.ts'
import type { ActMac } from '../../../shared/personal-links/act-mac.ts'
import { type CodeObstacle, type CodeState, isObstacle } from '../../../shared/personal-links/code-proof.ts'
import { putCodesOfRecipient } from '../../../shared/personal-links/recipient-codes.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { maskedEmail } from '../../../shared/platform/masked.ts'
import { isVisible, withoutDirections } from '../../../shared/platform/visible-text.ts'
import { countTestEmails } from '../../../shared/store/test-emails.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { authenticated } from '../model/acts.ts'
import { applyItemChange } from '../model/change-item.ts'
import type { Item } from '../model/item.ts'
import { type Cause, type ItemChange, reported, stepOf } from '../model/item-transitions.ts'
import { addressHash, purposeOf } from '../model/page-link.ts'
import { nameOf } from '../model/people.ts'
import { recipientProgresses } from '../model/recipient-progress.ts'
import { recordedAtMs, type StepDraft } from '../model/steps.ts'
import { codeEntered, codeSent, codesAfter, wasSent } from './page-code.ts'
import { isProved, type RecipientGrant, stateAt } from './recipient-grant.ts'

/** A request of a recipient that may change their item. */
interface PageVisit {
  readonly grant: RecipientGrant
  readonly origin: Origin
  readonly work: UnitOfWork
  readonly nowMs: number
  readonly ids: () => string
}

/** A form of the page that a recipient sent. */
export interface PageAct extends PageVisit {
  readonly form: URLSearchParams
  readonly sessionSha256: string
}

/** What came of a code, and what the page is then about. */
interface CodeOutcome {
  readonly state: CodeState | CodeObstacle
  readonly grant: RecipientGrant
}

/** Sends the recipient a code. Null: there is nothing to prove any more, or this form was sent before. */
export async function requestCode(act: PageAct): Promise<CodeOutcome | null> {
  const { grant, form, work, nowMs } = act
  const { progress, codesOfRecipient, item, mail, target } = grant
  if (!needsCode(act) || wasSent(form, progress.code)) return null
  const state = codeSent({ code: progress.code, codesOfRecipient }, nowMs)
  if (isObstacle(state)) return { state, grant }
  const cause = causeOf(act)
  const opened = progress.code.counter === 0 ? [stepOf('opened', cause)] : []
  const codeNumber = state.signer.counter
  const sent = stepOf('otp_sent', cause, { to: maskedEmail(item.email), codeNumber })
  const { mailId, itemId, notice } = target
  const jobs = [{ type: 'registered_mail.code_due' as const, data: { mailId, itemId, notice, codeNumber } }]
  if (!mail.livemode) countTestEmails(work, { testOrgId: mail.orgId, emails: 1, isAskedFor: false })
  return { state, grant: await noted(act, state, { steps: [...opened, sent], jobs }) }
}

/** Holds a code against the last that was sent. A wrong one is noted, and counts. */
export async function enterCode(act: PageAct): Promise<CodeOutcome | null> {
  const { grant, form, sessionSha256, nowMs } = act
  if (!needsCode(act)) return null
  const { progress, codesOfRecipient, item, target } = grant
  const entry = { entered: form.get('code') ?? '', purpose: purposeOf(target), email: item.email, sessionSha256 }
  const state = await codeEntered({ code: progress.code, codesOfRecipient }, entry, nowMs)
  const { counter: codeNumber } = progress.code
  if (!isObstacle(state)) {
    const proved = { to: maskedEmail(item.email), addressSha256: addressHash(item.email), codeNumber }
    const verified = stepOf('otp_verified', causeOf(act), proved)
    return { state, grant: await noted(act, state, { steps: [verified] }) }
  }
  if (state.kind !== 'wrong') return { state, grant }
  const failed = stepOf('otp_failed', causeOf(act), { codeNumber, triesLeft: state.triesLeft })
  return { state, grant: await noted(act, state.state, { steps: [failed] }) }
}

/**
 * The recipient accepts. The answer is to show them the mail: its first display is a step of the same commit, before the proof of delivery
 * is made. Null: a second form, another tab or a late one changes nothing.
 */
export async function acceptMail(act: PageAct): Promise<RecipientGrant | null> {
  if (!canChoose(act)) return null
  const { item, mail } = act.grant
  const change = reported(item, { to: 'delivered', ...byRecipient(act) }, causeOf(act))
  if (!change) return null
  const shown = { letterSha256: mail.contentSha256, attachments: mail.attachments.length }
  const displayed = stepOf('displayed', causeOf(act), shown)
  return { ...act.grant, item: await write(act, { ...change, steps: [...change.steps, displayed] }) }
}

/** Notes the first download of a file of the mail. */
export async function noteDownload(visit: PageVisit, file: { readonly sha256: string }): Promise<void> {
  const { item } = visit.grant
  if (item.downloadedAt !== null) return
  const step = stepOf('downloaded', causeOf(visit), { sha256: file.sha256 })
  const after = { ...item, downloadedAt: timestamp(visit.nowMs) }
  await write(visit, { after, steps: [step], events: [], jobs: [] })
}

/** Whether the recipient could choose, had this browser proved the mailbox lately. */
export function isLapsed({ grant, sessionSha256, nowMs }: PageAct): boolean {
  return stateAt(grant, nowMs) === 'open' && !isProved(grant, sessionSha256, nowMs)
}

/** The recipient refuses, for good. False: they can, and have not ticked that they know it is for good. */
export async function refuseMail(act: PageAct): Promise<boolean> {
  if (!canChoose(act)) return true
  if (act.form.get('final') !== 'yes') return false
  const reason = reasonIn(act.form)
  const detail = reason === null ? {} : { detail: { reason } }
  const change = reported(act.grant.item, { to: 'refused', ...byRecipient(act), ...detail }, causeOf(act))
  if (change) await write(act, change)
  return true
}

const mostCharacters = 500

/** What the recipient wrote, without characters of control or direction; null: nothing that can be seen. */
export function reasonIn(form: URLSearchParams): string | null {
  const text = withoutDirections(form.get('reason') ?? '')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim()
  return isVisible(text) ? Array.from(text).slice(0, mostCharacters).join('') : null
}

function byRecipient(act: PageAct) {
  return { at: timestamp(causeOf(act).nowMs), source: 'recipient' as const }
}

/** Somebody who has accepted proves their mailbox again to read the letter in another browser. */
function needsCode({ grant, sessionSha256, nowMs }: PageAct): boolean {
  const state = stateAt(grant, nowMs)
  return (state === 'open' || state === 'delivered') && !isProved(grant, sessionSha256, nowMs)
}

function canChoose({ grant, sessionSha256, nowMs }: PageAct): boolean {
  return stateAt(grant, nowMs) === 'open' && isProved(grant, sessionSha256, nowMs)
}

function causeOf({ grant: { item }, origin: { ip, userAgent }, nowMs }: PageVisit): Cause {
  return {
    nowMs: recordedAtMs(item.chain, nowMs),
    actor: { type: 'recipient', id: item.id, name: nameOf(item) },
    ip,
    userAgent,
  }
}

/** Writes how far the recipient has come with their codes, and the steps of it. */
async function noted(
  act: PageAct,
  state: CodeState,
  { steps, jobs = [] }: { readonly steps: readonly StepDraft[]; readonly jobs?: ItemChange['jobs'] },
): Promise<RecipientGrant> {
  const { grant, work, nowMs } = act
  const progress = { ...grant.progress, code: state.signer }
  const codesOfRecipient = codesAfter(grant.codesOfRecipient, state, nowMs)
  work.putPart(recipientProgresses, progress)
  putCodesOfRecipient(work, grant.codesOfRecipient, codesOfRecipient)
  const item = await write(act, { after: grant.item, steps, events: [], jobs })
  return { ...grant, item, progress, codesOfRecipient }
}

async function write({ grant: { item }, work, nowMs, ids }: PageVisit, change: ItemChange): Promise<Item> {
  return applyItemChange(work, item, await authenticated(change, { nowMs, mac }), { nowMs, ids })
}

/** The client of KMS is loaded with the first act. */
const mac: ActMac = async (text) => {
  const { actMac } = await import('./act-mac.ts')
  return await actMac()(text)
}
