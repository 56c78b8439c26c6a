/** Where the API of the reader is, and where its tokens come from. */
export interface Place {
  readonly baseUrl: string
  readonly tokenUrl: string
  /** The scope that makes a token one for the API. */
  readonly scope: string
  /** Where people let an application act for them; null where nobody signs in. */
  readonly consentUrl: string | null
}

/** Code that a reader copies. Guides show one sample of each kind and fold the other languages. */
export interface Sample {
  readonly title: string
  readonly code: string
}

/** A text to read in order, of Markdown and samples. A list of samples does the same in several languages. */
export interface Guide {
  readonly title: string
  readonly parts: readonly (string | readonly Sample[])[]
}
