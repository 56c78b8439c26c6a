/** One thing that was looked at: it holds when there is no flaw. */
export interface Check {
  readonly says: string
  readonly flaws: readonly string[]
}

/** Who sealed a file, as the file tells it. */
export interface SealFacts {
  readonly subject: string
  readonly issuer: string
  /** SHA-256 of the certificate, in hex with colons. */
  readonly fingerprint: string
  readonly validFrom: string
  readonly validUntil: string
  /** Null where the file does not tell. */
  readonly signedAt: string | null
  readonly timestamps: readonly string[]
}

export interface GivenFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** What was found of the file that was given as evidence, before anything is asked of its content. */
export interface Opened {
  readonly checks: readonly Check[]
  readonly seal: SealFacts | null
  readonly isSealed: boolean
  readonly json: Uint8Array | null
}

export interface Report {
  /** What the evidence is about; null where that cannot be read. */
  readonly about: string | null
  readonly checks: readonly Check[]
  readonly seal: SealFacts | null
  /** What none of this proves. */
  readonly limits: readonly string[]
}

export function holds({ checks }: Pick<Report, 'checks'>): boolean {
  return checks.every(({ flaws }) => flaws.length === 0)
}

/** A line a check, with what is wrong below it. What a file says cannot look like a line of its own, nor steer a terminal. */
export function textOf(report: Report): string {
  const { about, checks, seal, limits } = report
  const failed = checks.filter(({ flaws }) => flaws.length > 0).length
  const outcome = failed === 0 ? 'All checks hold.' : `${failed} of ${checks.length} checks failed.`
  return [
    ...(about === null ? [] : [about, '']),
    ...checks.flatMap(linesOf),
    ...(seal ? ['', 'The seal was made with this certificate:', ...factsOf(seal)] : []),
    ...['', 'These checks do not prove:', ...limits.map((limit) => `  - ${limit}`)],
    ...['', outcome],
  ]
    .map((line) => line.replace(/\p{Cc}/gu, '\ufffd'))
    .join('\n')
}

/** A forged chain may have any number of flaws. */
const mostFlaws = 20

function linesOf({ says, flaws }: Check): string[] {
  const more = flaws.length > mostFlaws ? [`and ${flaws.length - mostFlaws} more`] : []
  const told = [...flaws.slice(0, mostFlaws), ...more].map((flaw) => `         - ${flaw}`)
  return [`  ${flaws.length === 0 ? 'holds' : 'FAILS'}  ${says}`, ...told]
}

function factsOf(seal: SealFacts): string[] {
  const facts = {
    subject: seal.subject,
    issuer: seal.issuer === seal.subject ? `${seal.issuer} (itself)` : seal.issuer,
    'SHA-256': seal.fingerprint,
    valid: `${seal.validFrom} to ${seal.validUntil}`,
    'sealed at': `${seal.signedAt ?? 'not told'} by the clock of the service`,
  }
  const stamps = seal.timestamps.map((stamp) => `  timestamp  ${stamp}`)
  return [...Object.entries(facts).map(([name, fact]) => `  ${name.padEnd(9)}  ${fact}`), ...stamps]
}
