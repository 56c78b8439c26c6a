import type { Box } from '../../../../shared/pdf/page-geometry.ts'
import type { Answer } from './answer.ts'
import type { StampText } from './signing-state.ts'

/** The outlines of a text as it will be stamped, in the units of its box. */
export interface StampPicture {
  readonly viewBox: string
  readonly outline: string
  /** Where a signature goes that the page draws itself, from the top-left. */
  readonly signature: Box | null
}

/** A picture, or the characters that no font has; null where the server could not be asked. */
export type Pictured = { readonly picture: StampPicture } | { readonly undrawable: readonly string[] } | null

const mostKept = 200

/** Pictures of texts, asked for once each. */
export class StampPictures {
  readonly #ask: (stamp: StampText) => Promise<Answer<StampPicture>>
  readonly #known = new Map<string, Promise<Pictured>>()

  constructor(ask: (stamp: StampText) => Promise<Answer<StampPicture>>) {
    this.#ask = ask
  }

  of(stamp: StampText): Promise<Pictured> {
    const key = JSON.stringify(stamp)
    const known = this.#known.get(key)
    if (known) return known
    const asked = this.#pictured(stamp)
    this.#known.set(key, asked)
    const [oldest] = this.#known.keys()
    if (this.#known.size > mostKept && oldest !== undefined) this.#known.delete(oldest)
    // What was lost on the way is asked for again.
    void asked.then((pictured) => pictured === null && this.#known.delete(key))
    return asked
  }

  async #pictured(stamp: StampText): Promise<Pictured> {
    const answer = await this.#ask(stamp)
    if (answer.ok) return { picture: answer.value }
    const { failure } = answer
    const isUndrawable = failure.kind === 'refused' && failure.details.reason === 'undrawable_text'
    return isUndrawable ? { undrawable: failure.details.characters ?? [] } : null
  }
}

const pictureForm =
  /^<svg [^<>]*viewBox="([\d. ]+)"(?: data-signature="([\d. ]+)")?><path [^<>]*d="([MLQCZ\d. -]*)"\/><\/svg>$/

/** What a picture from the server holds, its numbers alone: nothing else of it gets into the page. */
export function pictureIn(svg: string): StampPicture | null {
  const [, viewBox, place, outline] = pictureForm.exec(svg) ?? []
  return viewBox === undefined || outline === undefined ? null : { viewBox, outline, signature: boxIn(place) }
}

function boxIn(place: string | undefined): Box | null {
  const [x, y, width, height] = place?.split(' ').map(Number) ?? []
  return x === undefined || y === undefined || width === undefined || height === undefined
    ? null
    : { x, y, width, height }
}
