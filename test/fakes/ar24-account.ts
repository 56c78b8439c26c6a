import { randomUUID } from 'node:crypto'
import { parisTime } from '../../functions/registered-mail/vendors/ar24/ar24-crypto.ts'
import { totp } from '../../functions/registered-mail/vendors/ar24/totp.ts'

export const states = ['waiting', 'dp', 'ev', 'ar', 'rf', 'ng', 'bc', 'send_fail'] as const
export type FakeState = (typeof states)[number]

/** From where a mail gets into each state. */
const origins: Readonly<Record<FakeState, readonly FakeState[]>> = {
  waiting: [],
  dp: ['waiting'],
  ev: ['waiting', 'dp'],
  ar: ['ev'],
  rf: ['ev'],
  ng: ['ev'],
  bc: ['dp', 'ev'],
  send_fail: ['waiting', 'dp'],
}

export interface FakeMail {
  readonly id: number
  readonly fields: Readonly<Record<string, string>>
  readonly date: string
  readonly secret: string
  readonly times: Partial<Record<FakeState, string>>
  status: FakeState
}

export interface FakeUser {
  readonly id: number
  readonly email: string
  readonly fields: Readonly<Record<string, string>>
  confirmed: 0 | 1
  /** Whether the customer may use it: accounts of others are asked for first. */
  access: 'granted' | 'asked' | 'none'
  /** Of its one-time passwords. */
  otpSecret: string | null
}

/** What goes wrong: the next calls whose method and path match. */
export interface Fault {
  readonly match: string
  times: number
  /** `lost`: the call is carried out, and the connection breaks before its answer. */
  readonly as: 'lost' | 'broken' | 'maintenance' | 'too_many_requests' | 'garbage' | number
}

/** One customer of the fake, by its token. Its private key is `key-of-` and the token. */
export class Ar24Account {
  readonly users: FakeUser[] = []
  readonly mails: FakeMail[] = []
  readonly files = new Map<number, { readonly name: string; readonly size: number }>()
  readonly otpHashes = new Map<string, number>()
  readonly faults: Fault[] = []
  readonly #usedCodes = new Set<string>()
  readonly #clock: () => number
  /** Whether answers are encrypted as a whole, or in their `result` alone. */
  encrypts: 'whole' | 'result' = 'whole'
  /** Whether the mails of an account can be listed. */
  lists = true
  delivery: 'once' | 'twice' | 'lost' = 'once'
  /** What proofs look like. */
  proofs: 'whole' | 'cut' | 'elsewhere' = 'whole'
  #lastId = 100

  constructor(clock: () => number) {
    this.#clock = clock
  }

  nextId(): number {
    this.#lastId += 1
    return this.#lastId
  }

  faultOf(call: string): Fault['as'] | null {
    const fault = this.faults.find(({ match, times }) => times > 0 && new RegExp(match).test(call))
    if (!fault) return null
    fault.times--
    return fault.as
  }

  userOf(fields: Readonly<Record<string, string>>): FakeUser | null {
    const found = this.users.find(
      ({ id, email }) => String(id) === fields.id_user || email.toLowerCase() === fields.email?.toLowerCase(),
    )
    return found ?? null
  }

  addUser(fields: Readonly<Record<string, string>>, access: FakeUser['access'] = 'granted'): FakeUser {
    const user: FakeUser = {
      id: this.nextId(),
      email: fields.email ?? '',
      fields,
      confirmed: 0,
      access,
      otpSecret: null,
    }
    this.users.push(user)
    return user
  }

  /** A hash for a one-time password, which is good once; null: it is wrong. */
  authenticate({ id, otpSecret }: FakeUser, otp: string): { hash: string; expiration: string } | null {
    const nowMs = this.#clock()
    // That of the step before counts too, for who was on the way when it ended (RFC 6238 §5.2).
    const madeMs = [nowMs, nowMs - 30_000].find((atMs) => otpSecret !== null && totp(otpSecret, atMs) === otp)
    if (madeMs === undefined) return null
    const used = `${id} ${otp} ${Math.floor(madeMs / 30_000)}`
    if (this.#usedCodes.has(used)) return null
    this.#usedCodes.add(used)
    const hash = randomUUID()
    const untilMs = nowMs + 10 * 60_000
    this.otpHashes.set(hash, untilMs)
    return { hash, expiration: parisTime(untilMs) }
  }

  send(fields: Readonly<Record<string, string>>): FakeMail {
    const mail: FakeMail = {
      id: this.nextId(),
      fields,
      date: parisTime(this.#clock()),
      secret: randomUUID(),
      times: {},
      status: 'waiting',
    }
    this.mails.unshift(mail)
    return mail
  }

  /** Moves a mail on, and tells of it. */
  async move(mail: FakeMail, to: FakeState): Promise<void> {
    if (!origins[to].includes(mail.status)) throw new Error(`a mail that is ${mail.status} cannot become ${to}`)
    mail.status = to
    mail.times[to] = parisTime(this.#clock())
    await this.tell(mail)
  }

  async #post(webhook: string, body: URLSearchParams): Promise<void> {
    const response = await fetch(webhook, { method: 'POST', body })
    if (!response.ok) throw new Error(`a webhook was answered with ${response.status}`)
  }

  /** Posts a webhook, which has no signature. */
  async tell({ id, status, fields: { webhook } }: FakeMail): Promise<void> {
    if (!webhook || this.delivery === 'lost') return
    for (const _ of this.delivery === 'twice' ? [1, 2] : [1])
      await this.#post(webhook, new URLSearchParams({ id_mail: String(id), new_state: status }))
  }
}
