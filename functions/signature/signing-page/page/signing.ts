import { type ReaderLocale, readerLocaleOf } from '../../../../shared/platform/locale.ts'
import type { Answer, Failure } from './answer.ts'
import { type Draft, emptyDraft, givenMentions, missingFields, signatureOf, valuesOf } from './draft.ts'
import { type EntryStore, forgetDraft, keepDraft, keptDraft } from './kept-entries.ts'
import { loadMessages } from './messages.ts'
import type { ServerClock } from './server-clock.ts'
import type { SigningApi } from './signing-api.ts'
import type { CodeState, SigningState } from './signing-state.ts'
import { StampPictures } from './stamp-pictures.ts'
import { type Store, store } from './store.ts'
import { allowedStep, pollDelayOf, type SignerAction, type Step, screenIn, type View } from './view.ts'
import { ViewedPages } from './viewed-pages.ts'
import { type Returned, rememberWay } from './way-back.ts'

const longestTimerMs = 2 ** 31 - 1

/** One person's signing, from opening the link to the end. */
export class Signing {
  readonly view: Store<View>
  readonly api: SigningApi
  readonly clock: ServerClock
  readonly viewedPages: ViewedPages
  readonly pictures: StampPictures
  readonly #languages: readonly string[]
  readonly #entries: EntryStore | null
  #hasChosenLocale = false
  #expiryTimer: ReturnType<typeof setTimeout> | undefined
  #pollTimer: ReturnType<typeof setTimeout> | undefined
  #pollAttempt = 0

  /** `languages` are the browser's, best first; `entries` is where this tab keeps what was entered. */
  constructor(api: SigningApi, clock: ServerClock, languages: readonly string[], entries: EntryStore | null) {
    this.api = api
    this.clock = clock
    this.viewedPages = new ViewedPages(api)
    this.pictures = new StampPictures((stamp) => api.preview(stamp))
    this.#languages = languages
    this.#entries = entries
    this.view = store<View>({
      locale: readerLocaleOf(...languages),
      state: null,
      consent: null,
      failure: null,
      now: clock.now(),
      step: 'intro',
      draft: emptyDraft,
      busy: null,
      notice: null,
      isOutcomeUnknown: false,
      emptyFieldIds: [],
      timesHeldBack: 0,
      unseenPages: [],
      hasMissedPages: false,
      currentFieldId: null,
      hasTriedToSign: false,
      hasChanged: false,
      hasActed: false,
    })
  }

  /** Reads the state again, and tells whether that succeeded. */
  async refresh(): Promise<boolean> {
    const { locale, isOutcomeUnknown: isForOutcome } = this.view.get()
    const answer = await this.api.readState(locale)
    if (answer.ok) {
      this.#take(answer.value)
      // What was asked before the connection was lost tells nothing of what happened then.
      const isOutcomeUnknown = this.view.get().isOutcomeUnknown && !isForOutcome
      this.view.set({ isOutcomeUnknown, consent: { text: answer.value.consent.text, locale } })
      await this.#followSignersLocale(answer.value)
    } else if (!this.view.get().state || isGone(answer.failure)) this.view.set({ failure: answer.failure, state: null })
    this.#poll()
    return answer.ok
  }

  /** As `refresh`, because the person came back or asked for it: what is awaited is asked for often again. */
  async lookAgain(): Promise<void> {
    this.#pollAttempt = 0
    await this.refresh()
  }

  /** Stays with the language that is shown where another cannot be loaded. */
  async chooseLocale(locale: ReaderLocale): Promise<void> {
    if (!(await loadMessages(locale))) return
    this.#hasChosenLocale = true
    // What was agreed to was another text.
    this.edit({ isAccepted: false })
    this.view.set({ locale })
    await this.refresh()
  }

  goTo(step: Step): void {
    const { state, draft, unseenPages, timesHeldBack } = this.view.get()
    if (!state) return
    const isOnward = step === 'write' || step === 'code' || step === 'sign'
    const missing = isOnward ? missingFields(state.fields, draft) : []
    const hasMissedPages = isOnward && unseenPages.length > 0
    this.view.set({
      step: missing.length > 0 || hasMissedPages ? 'read' : allowedStep(step, state, draft),
      emptyFieldIds: missing.map(({ id }) => id),
      timesHeldBack: timesHeldBack + (missing.length > 0 ? 1 : 0),
      hasMissedPages,
      currentFieldId: null,
      notice: null,
      hasTriedToSign: false,
    })
  }

  edit(part: Partial<Draft>): void {
    const { state, draft: before } = this.view.get()
    const draft = { ...before, ...part }
    this.view.set({ draft })
    if (state?.document) keepDraft(this.#entries, state, draft)
  }

  /** A page was on screen. */
  seePage(number: number): void {
    this.viewedPages.add(number)
    const { unseenPages, hasMissedPages } = this.view.get()
    if (!unseenPages.includes(number)) return
    const left = unseenPages.filter((page) => page !== number)
    this.view.set({ unseenPages: left, hasMissedPages: hasMissedPages && left.length > 0 })
  }

  /** Marks the field that the person is at, however they got there. */
  markField(currentFieldId: string): void {
    if (this.view.get().currentFieldId !== currentFieldId) this.view.set({ currentFieldId })
  }

  fill(fieldId: string, value: string | boolean): void {
    const { draft, emptyFieldIds } = this.view.get()
    this.edit({ values: { ...draft.values, [fieldId]: value } })
    this.view.set({ emptyFieldIds: emptyFieldIds.filter((id) => id !== fieldId) })
  }

  /** The person wants to read the document. Nothing was opened before, whatever looked at the link. */
  openDocument(): Promise<void> {
    return this.#act('open', async () => {
      const answer = await this.api.open()
      if (!answer.ok) return answer.failure.kind === 'refused' ? await this.#refused(answer.failure) : answer.failure
      this.#take(answer.value)
      this.goTo('read')
      return null
    })
  }

  sendCode(): Promise<void> {
    return this.#act('sendCode', async () => {
      const { state } = this.view.get()
      const answer = await this.api.sendCode((state?.code.sendings ?? 0) + 1)
      return this.#afterCode(answer, ({ retryAfterSeconds }) =>
        retryAfterSeconds === undefined ? {} : { canSendAt: this.#afterSeconds(retryAfterSeconds) },
      )
    })
  }

  proveCode(code: string): Promise<void> {
    return this.#act('proveCode', async () => {
      const answer = await this.api.proveCode(code)
      return this.#afterCode(answer, ({ triesLeft, retryAfterSeconds, expired, digits }) => ({
        ...(digits !== undefined && { digits }),
        ...(triesLeft !== undefined && { triesLeft }),
        ...(retryAfterSeconds !== undefined && { lockedUntil: this.#afterSeconds(retryAfterSeconds) }),
        ...(expired && { expiresAt: this.#afterSeconds(0) }),
      }))
    })
  }

  async sign(): Promise<void> {
    const { draft } = this.view.get()
    this.view.set({ hasTriedToSign: true })
    if (!signatureOf(draft) || !draft.isAccepted) return
    await this.#act('sign', async () => {
      const failure = await this.#once(() => this.#consentAndSign())
      if (failure?.kind !== 'refused') return failure
      const { fieldIds: emptyFieldIds = [], pages = [] } = failure.details
      const timesHeldBack = this.view.get().timesHeldBack + 1
      if (emptyFieldIds.length > 0) this.view.set({ step: 'read', emptyFieldIds, timesHeldBack })
      return pages.length > 0 ? await this.#afterMissedPages(pages) : failure
    })
  }

  /** Goes to the service that keeps the person's key, with their consent given here. */
  async signRemotely(): Promise<void> {
    this.view.set({ hasTriedToSign: true })
    if (!this.view.get().draft.isAccepted) return
    await this.#act('sign', async () => {
      await this.viewedPages.report()
      const agreed = await this.#consent()
      const started = agreed.ok ? await this.api.startAtVendor(this.#shown()) : agreed
      if (!started.ok)
        return started.failure.kind === 'refused' ? await this.#refused(started.failure) : started.failure
      rememberWay(this.#entries, started.value, location)
      location.assign(started.value)
      return null
    })
  }

  /** The person came back from there. */
  async finishRemotely({ code, state }: Returned): Promise<void> {
    this.goTo('sign')
    await this.#act('sign', async () => {
      if (code === null) return notConfirmed
      return await this.#once(() => this.api.finishAtVendor(code, state))
    })
  }

  decline(reason: string): Promise<void> {
    return this.#act('decline', () => this.#once(() => this.api.decline(reason)))
  }

  /** Runs an action unless one is under way, and tells what it failed of. */
  async #act(action: SignerAction, run: () => Promise<Failure | null>): Promise<void> {
    if (this.view.get().busy) return
    this.view.set({ busy: action, notice: null })
    const failure = await run()
    this.view.set({ busy: null, now: this.clock.now(), notice: failure && { on: action, failure } })
    this.#poll()
  }

  #take(state: SigningState): void {
    const { state: known, step, draft } = this.view.get()
    if (known && Date.parse(state.now) < Date.parse(known.now)) return
    this.clock.set(state.now)
    const hasChanged = isChanged(known, state)
    const kept = known?.document ? draft : keptDraft(this.#entries, state)
    const next = hasChanged ? { ...kept, isAccepted: false } : kept
    this.view.set({
      ...(hasChanged && { hasChanged, hasTriedToSign: false }),
      state,
      failure: null,
      now: this.clock.now(),
      step: allowedStep(step, state, next),
      draft: next,
      unseenPages: state.document?.unseenPages.filter((page) => !this.viewedPages.has(page)) ?? [],
    })
    if (screenIn(this.view.get()) !== 'signing') forgetDraft(this.#entries, state)
    this.#watchExpiry(state)
  }

  /** The page speaks the signer's language unless they chose another one; the text to agree to comes in it, too. */
  async #followSignersLocale({ you }: SigningState): Promise<void> {
    const locale = readerLocaleOf(you.locale, ...this.#languages)
    if (this.#hasChosenLocale || locale === this.view.get().locale) return
    if (!(await loadMessages(locale)) || this.#hasChosenLocale) return
    this.view.set({ locale })
    await this.refresh()
  }

  /** The server decides; the page only tells at once that the time is up, and asks. */
  #watchExpiry({ request }: SigningState): void {
    clearTimeout(this.#expiryTimer)
    const leftMs = Date.parse(request.expiresAt) - this.clock.now()
    if (request.status !== 'pending_signature' || leftMs <= 0) return
    const ended = () => {
      this.view.set({ now: this.clock.now() })
      void this.refresh()
    }
    this.#expiryTimer = setTimeout(ended, Math.min(leftMs, longestTimerMs))
  }

  #poll(): void {
    clearTimeout(this.#pollTimer)
    const delayMs = pollDelayOf(this.view.get(), this.#pollAttempt)
    if (delayMs === null || document.visibilityState === 'hidden') return
    this.#pollTimer = setTimeout(() => {
      this.#pollAttempt += 1
      void this.refresh()
    }, delayMs)
  }

  /**
   * Sends what must happen once. Where no answer came, or one that leaves it open, the state tells whether it happened;
   * while that cannot be read either, nothing is sent again.
   */
  async #once(send: () => Promise<Answer<SigningState>>): Promise<Failure | null> {
    if (this.view.get().isOutcomeUnknown && !(await this.refresh())) return { kind: 'network' }
    if (screenIn(this.view.get()) !== 'signing') return this.#ended()
    // What was read comes before what was done about it: afterwards nothing is noted any more.
    await this.viewedPages.report()
    const answer = await send()
    if (answer.ok) this.#take(answer.value)
    else if (answer.failure.kind === 'refused') return await this.#refused(answer.failure)
    else {
      this.view.set({ isOutcomeUnknown: true })
      await this.refresh()
      if (screenIn(this.view.get()) === 'signing') return answer.failure
    }
    return this.#ended()
  }

  #ended(): null {
    const { state } = this.view.get()
    this.view.set({ hasActed: state?.you.status === 'signed' || state?.you.status === 'declined' })
    return null
  }

  async #consentAndSign(): Promise<Answer<SigningState>> {
    const { state, draft, consent } = this.view.get()
    const signature = signatureOf(draft)
    if (!state || !signature || !consent) throw new Error('there is nothing to sign or nothing to sign with')
    // The state may have been read again since the person pressed the button.
    if (!draft.isAccepted) return { ok: false, failure: changedSinceShown }
    const shown = this.#shown()
    const agreed = await this.#consent()
    if (!agreed.ok) return agreed
    const values = valuesOf(state.fields, draft)
    const body = { consent: true as const, ...shown, signature, values }
    const mentions = givenMentions(state.fields, draft)
    return await this.api.sign(Object.keys(mentions).length === 0 ? body : { ...body, mentions })
  }

  async #consent(): Promise<Answer<null>> {
    const { state, consent: shown } = this.view.get()
    if (!state || !shown) throw new Error('there is nothing to agree to')
    if (state.consent.givenAt) return { ok: true, value: null }
    const given = await this.api.giveConsent(shown.locale, state.consent.agreementSha256)
    if (given.ok) this.#take(given.value)
    return given.ok ? { ok: true, value: null } : given
  }

  /** What the page shows and the person signs. */
  #shown() {
    const { state } = this.view.get()
    if (!state?.document) throw new Error('the document is not open')
    return { documentSha256: state.document.sha256, agreementSha256: state.consent.agreementSha256 }
  }

  /** Pages that the server does not know as seen: those seen here are reported again, the others must be looked at. */
  async #afterMissedPages(pages: readonly number[]): Promise<Failure | null> {
    await this.viewedPages.repeat(pages)
    const unseenPages = pages.filter((page) => !this.viewedPages.has(page))
    if (unseenPages.length === 0) return { kind: 'network' }
    this.view.set({ step: 'read', unseenPages, hasMissedPages: true })
    return null
  }

  /** What an answer about codes tells: the new state, or what is to be corrected of the one that is shown. */
  async #afterCode(answer: Answer<SigningState>, correction: Correction): Promise<Failure | null> {
    if (answer.ok) {
      this.#take(answer.value)
      return null
    }
    const { state } = this.view.get()
    if (answer.failure.kind !== 'refused' || !state) return answer.failure
    this.view.set({ state: { ...state, code: { ...state.code, ...correction(answer.failure.details) } } })
    return await this.#refused(answer.failure)
  }

  /** A refusal that tells of another state than the one shown: it is read again. */
  async #refused(failure: Failure & { kind: 'refused' }): Promise<Failure | null> {
    if (isGone(failure)) {
      this.view.set({ failure, state: null })
      return null
    }
    const { reason } = failure.details
    const isCodeAsked = reason === 'code_required'
    const isConsentAsked = reason === 'changed_since_shown' || reason === 'consent_required'
    if (isCodeAsked || isConsentAsked || failure.status === 409) await this.refresh()
    const isTold = isCodeAsked || (isConsentAsked && this.view.get().hasChanged)
    return isTold || screenIn(this.view.get()) !== 'signing' ? null : failure
  }

  #afterSeconds(seconds: number): string {
    return new Date(this.clock.now() + seconds * 1000).toISOString()
  }
}

const notConfirmed: Failure = {
  kind: 'refused',
  status: 422,
  code: 'invalid_input',
  message: '',
  details: { reason: 'not_confirmed' },
}

const changedSinceShown: Failure = { ...notConfirmed, details: { reason: 'changed_since_shown' } }

/** Whether the sender changed what the person agrees to, after the page showed it. */
function isChanged(known: SigningState | null, { consent }: SigningState): boolean {
  const before = known?.consent.agreementSha256 ?? null
  return before !== null && consent.agreementSha256 !== null && before !== consent.agreementSha256
}

type Correction = (details: (Failure & { kind: 'refused' })['details']) => Partial<CodeState>

function isGone(failure: Failure): boolean {
  return failure.kind === 'refused' && failure.status === 404
}
