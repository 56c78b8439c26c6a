import type { Origin } from '../../../shared/http/operation.ts'
import { type CodeObstacle, type CodeState, isObstacle } from '../../../shared/personal-links/code-proof.ts'
import { putCodesOfRecipient } from '../../../shared/personal-links/recipient-codes.ts'
import { timestamp } from '../../../shared/platform/clock.ts'
import { maskedEmail } from '../../../shared/platform/masked.ts'
import { isVisible, withoutDirections } from '../../../shared/platform/visible-text.ts'
import { countTestEmails } from '../../../shared/store/test-emails.ts'
import type { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { applyItemChange } from '../model/change-item.ts'
import { type Cause, type ItemChange, reported, stepOf } from '../model/item-transitions.ts'
import { purposeOf } from '../model/page-link.ts'
import { nameOf } from '../model/people.ts'
import { recipientProgresses } from '../model/recipient-progress.ts'
import type { StepDraft } from '../model/steps.ts'
import { codeEntered, codeSent, codesAfter, wasSent } from './page-code.ts'
import { isProved, type RecipientGrant, stateAt } from './recipient-grant.ts'

/** A form of the page that a recipient sent. */
export interface PageAct {
  readonly grant: RecipientGrant
  readonly form: URLSearchParams
  readonly sessionSha256: string
  readonly origin: Origin
  readonly work: UnitOfWork
  readonly nowMs: number
  readonly ids: () => string
}

/** What came of a code, and what the page is then about. */
interface CodeOutcome {
  readonly state: CodeState | CodeObstacle
  readonly grant: RecipientGrant
}

/** Sends the recipient a code. Null: there is nothing to prove any more, or this form was sent before. */
export function requestCode(act: PageAct): CodeOutcome | null {
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
  if (!mail.livemode) countTestEmails(work, { testOrgId: mail.orgId, emails: 1, isAskedFor: false }, nowMs)
  return { state, grant: noted(act, state, { steps: [...opened, sent], jobs }) }
}

/** Holds a code against the last that was sent. A wrong one is noted, and counts. */
export async function enterCode(act: PageAct): Promise<CodeOutcome | null> {
  const { grant, form, sessionSha256, nowMs } = act
  if (!needsCode(act)) return null
  const { progress, codesOfRecipient, item, target } = grant
  const entry = { entered: form.get('code') ?? '', purpose: purposeOf(target), email: item.email, sessionSha256 }
  const state = await codeEntered({ code: progress.code, codesOfRecipient }, entry, nowMs)
  const { counter: codeNumber } = progress.code
  if (!isObstacle(state))
    return { state, grant: noted(act, state, { steps: [stepOf('otp_verified', causeOf(act), { codeNumber })] }) }
  if (state.kind !== 'wrong') return { state, grant }
  const failed = stepOf('otp_failed', causeOf(act), { codeNumber, triesLeft: state.triesLeft })
  return { state, grant: noted(act, state.state, { steps: [failed] }) }
}

/** The recipient accepts. A second form, another tab or a late one changes nothing. */
export function acceptMail(act: PageAct): void {
  if (!canChoose(act)) return
  write(act, reported(act.grant.item, { to: 'delivered', ...byRecipient(act) }, causeOf(act)))
}

/** The recipient refuses, for good. */
export function refuseMail(act: PageAct): void {
  if (!canChoose(act) || act.form.get('final') !== 'yes') return
  const reason = reasonIn(act.form)
  const detail = reason === null ? {} : { detail: { reason } }
  write(act, reported(act.grant.item, { to: 'refused', ...byRecipient(act), ...detail }, causeOf(act)))
}

const mostCharacters = 500

/** What the recipient wrote, without characters of control or direction; null: nothing that can be seen. */
function reasonIn(form: URLSearchParams): string | null {
  const text = withoutDirections(form.get('reason') ?? '')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim()
  return isVisible(text) ? Array.from(text).slice(0, mostCharacters).join('') : null
}

function byRecipient({ nowMs }: PageAct) {
  return { at: timestamp(nowMs), source: 'recipient' as const }
}

/** Somebody who has accepted proves their mailbox again to read the letter in another browser. */
function needsCode({ grant, sessionSha256, nowMs }: PageAct): boolean {
  const state = stateAt(grant, nowMs)
  return (state === 'open' || state === 'delivered') && !isProved(grant, sessionSha256, nowMs)
}

function canChoose({ grant, sessionSha256, nowMs }: PageAct): boolean {
  return stateAt(grant, nowMs) === 'open' && isProved(grant, sessionSha256, nowMs)
}

function causeOf({ grant: { item }, origin: { ip, userAgent }, nowMs }: PageAct): Cause {
  return { nowMs, actor: { type: 'recipient', id: item.id, name: nameOf(item) }, ip, userAgent }
}

/** Writes how far the recipient has come with their codes, and the steps of it. */
function noted(
  act: PageAct,
  state: CodeState,
  { steps, jobs = [] }: { readonly steps: readonly StepDraft[]; readonly jobs?: ItemChange['jobs'] },
): RecipientGrant {
  const { grant, work, nowMs } = act
  const progress = { ...grant.progress, code: state.signer }
  const codesOfRecipient = codesAfter(grant.codesOfRecipient, state, nowMs)
  work.putPart(recipientProgresses, progress)
  putCodesOfRecipient(work, grant.codesOfRecipient, codesOfRecipient)
  const item = write(act, { after: grant.item, steps, events: [], jobs })
  return { ...grant, item: item ?? grant.item, progress, codesOfRecipient }
}

function write({ grant: { item }, work, nowMs, ids }: PageAct, change: ItemChange | null) {
  return change && applyItemChange(work, item, change, { nowMs, ids })
}
