import type { ReaderLocale } from '../../../../shared/platform/locale.ts'
import type { Failure } from './answer.ts'
import { type Draft, isMentionMissing, mentionsIn } from './draft.ts'
import { type Screen, screenOf } from './screen.ts'
import type { SigningState } from './signing-state.ts'

export type Step = 'intro' | 'read' | 'write' | 'code' | 'sign'
export type SignerAction = 'open' | 'sendCode' | 'proveCode' | 'sign' | 'decline'

/** All that the page shows follows from this. */
export interface View {
  readonly locale: ReaderLocale
  readonly state: SigningState | null
  /** The text to agree to, and its language. */
  readonly consent: { readonly text: string; readonly locale: ReaderLocale } | null
  /** Why there is no state to show. */
  readonly failure: Failure | null
  /** The server's time when the state was last looked at, in milliseconds. */
  readonly now: number
  readonly step: Step
  readonly draft: Draft
  /** What is under way: nothing else is begun meanwhile. */
  readonly busy: SignerAction | null
  /** What the last action failed of. */
  readonly notice: { readonly on: SignerAction; readonly failure: Failure } | null
  /** Signing or declining was sent and no answer came: the state has to be read before anything is sent again. */
  readonly isOutcomeUnknown: boolean
  /** Required fields that were found empty on the way to sign. */
  readonly emptyFieldIds: readonly string[]
  /** How often such fields held the person back. Each time the first of them gets the focus, and never while they are filled in. */
  readonly timesHeldBack: number
  /** The field that was reached last, by any means: it is marked. */
  readonly currentFieldId: string | null
  /** Pages that must still be seen before signing, in ascending order. */
  readonly unseenPages: readonly number[]
  /** Whether the person tried to go on before they had seen every page. */
  readonly hasMissedPages: boolean
  /** Errors of the last step are told from the first try to sign on. */
  readonly hasTriedToSign: boolean
  /** Whether the sender changed the title or a name since the page was loaded. Then the person has to agree anew. */
  readonly hasChanged: boolean
  /** Whether this visit ended in a signature or a refusal, so that the person goes on from here. */
  readonly hasActed: boolean
}

export function screenIn({ state, now }: View): Screen | null {
  return state ? screenOf(state, now) : null
}

/** How long until the state is read again, in milliseconds; null where nothing is awaited. */
export function pollDelayOf(view: View, attempt: number): number | null {
  const screen = screenIn(view)
  if (view.isOutcomeUnknown) return backoff(2000, 30_000, attempt)
  if (screen === 'not_your_turn') return backoff(15_000, 120_000, attempt)
  if (screen !== 'signed' || !view.state) return null
  const { request, document } = view.state
  if (request.status === 'pending_signature') return backoff(15_000, 120_000, attempt)
  return document !== null && document.sealed !== 'none' && document.sealed !== 'pending'
    ? null
    : backoff(1500, 30_000, attempt)
}

function backoff(firstMs: number, mostMs: number, attempt: number): number {
  return Math.min(mostMs, firstMs * 1.6 ** attempt)
}

/**
 * The step that may be shown: nobody signs before their mentions are written and their code is proved, nor does what is not asked
 * for.
 */
export function allowedStep(step: Step, { code, document, fields }: SigningState, draft: Draft): Step {
  if (!document) return 'intro'
  if ((step === 'code' || step === 'sign') && isMentionMissing(fields, draft)) return 'write'
  if (step === 'write' && mentionsIn(fields).length === 0) return 'read'
  const isCodeOpen = code.isNeeded && !code.isProved
  if (step === 'sign' && isCodeOpen) return 'code'
  return step === 'code' && !isCodeOpen ? 'sign' : step
}
