/** Why there is no answer to use. */
export type Failure =
  | { readonly kind: 'network' }
  | { readonly kind: 'server' }
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly code: string
      readonly message: string
      readonly details: RefusalDetails
    }

export interface RefusalDetails {
  readonly triesLeft?: number
  readonly expired?: boolean
  readonly digits?: number
  readonly retryAfterSeconds?: number
  readonly fieldIds?: readonly string[]
  readonly reason?: string
  /** Pages that were not on screen yet. */
  readonly pages?: readonly number[]
  /** What no font has. */
  readonly characters?: readonly string[]
}

export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }
