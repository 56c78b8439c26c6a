import type { SigningApi } from './signing-api.ts'

const batchMs = 2000

/** Reports the pages that were on screen to the server, in batches and each only once. */
export class ViewedPages {
  readonly #api: SigningApi
  readonly #reported = new Set<number>()
  #unreported: number[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #reporting: Promise<void> = Promise.resolve()

  constructor(api: SigningApi) {
    this.#api = api
  }

  add(page: number): void {
    if (this.#reported.has(page)) return
    this.#reported.add(page)
    this.#unreported.push(page)
    this.#timer ??= setTimeout(() => void this.report(), batchMs)
  }

  has(page: number): boolean {
    return this.#reported.has(page)
  }

  /** Reports pages again that the server does not know, whatever became of their report. */
  repeat(pages: readonly number[]): Promise<void> {
    this.#unreported = [...new Set([...this.#unreported, ...pages.filter((page) => this.has(page))])]
    return this.report()
  }

  /** Reports the pages viewed since the last report. After a failure they are reported with the next ones. */
  report(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const pages = this.#unreported
    this.#unreported = []
    if (pages.length > 0) this.#reporting = Promise.all([this.#reporting, this.#send(pages)]).then(() => {})
    return this.#reporting
  }

  async #send(pages: readonly number[]): Promise<void> {
    const answer = await this.#api.reportViews(pages.toSorted((a, b) => a - b))
    if (!answer.ok && answer.failure.kind !== 'refused') this.#unreported = [...pages, ...this.#unreported]
  }
}
