import type { SigningApi } from './signing-api.ts'

const batchMs = 2000

/** Tells the server of each page once that was on the screen, some at a time. */
export class ViewedPages {
  readonly #api: SigningApi
  readonly #told = new Set<number>()
  #untold: number[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #telling: Promise<void> = Promise.resolve()

  constructor(api: SigningApi) {
    this.#api = api
  }

  add(page: number): void {
    if (this.#told.has(page)) return
    this.#told.add(page)
    this.#untold.push(page)
    this.#timer ??= setTimeout(() => void this.tell(), batchMs)
  }

  /** Tells what was not told yet, and ends when all that was being told is; after a failure it is told with the next pages. */
  tell(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const pages = this.#untold
    this.#untold = []
    if (pages.length > 0) this.#telling = Promise.all([this.#telling, this.#send(pages)]).then(() => {})
    return this.#telling
  }

  async #send(pages: readonly number[]): Promise<void> {
    const answer = await this.#api.tellViews(pages.toSorted((a, b) => a - b))
    if (!answer.ok && answer.failure.kind !== 'refused') this.#untold = [...pages, ...this.#untold]
  }
}
