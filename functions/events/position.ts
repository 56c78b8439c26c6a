/** How far a reader has come in an organization's events. */
export interface Position {
  /** An id up to which nothing is left to be read, and nothing more can appear. */
  readonly after: string
  /** Events beyond it that were given: between them an event of an earlier id can still appear. */
  readonly given: ReadonlySet<string>
}

const idLength = 36
const idBytes = 16

/** As a text for a token: few characters, since tokens travel in addresses. */
export function positionText({ after, given }: Position): string {
  const bytes = [...given].map((id) => Buffer.from(id.replaceAll('-', ''), 'hex'))
  return after + Buffer.concat(bytes).toString('base64url')
}

/** The position that such a text tells. */
export function positionIn(text: string): Position {
  const bytes = Buffer.from(text.slice(idLength), 'base64url')
  const ids = Array.from({ length: bytes.length / idBytes }, (_, index) =>
    idOf(bytes.toString('hex', index * idBytes, (index + 1) * idBytes)),
  )
  return { after: text.slice(0, idLength), given: new Set(ids) }
}

function idOf(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
