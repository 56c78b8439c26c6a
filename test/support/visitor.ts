import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { cloud } from './cloud.ts'
import { inboxOf } from './mail.ts'
import { until } from './until.ts'

/** A page of the identity provider as a browser has it, or where it was led away to. */
export interface Visited {
  readonly url: URL
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
}

const longestWay = 12

/** A browser without scripts: it keeps cookies, follows redirects within the identity provider, and sends forms. */
export class Visitor {
  #cookies: Cookie[] = []
  readonly #language: string
  /** Everybody has a network of their own, if nothing else is said: a machine has many names for itself. */
  readonly #address: string

  constructor(language = 'en', address = someAddress()) {
    this.#language = language
    this.#address = address
  }

  get cookies(): readonly Cookie[] {
    return this.#cookies
  }

  /** Another browser with the same cookies. */
  copy(): Visitor {
    const copied = new Visitor(this.#language)
    copied.#cookies = [...this.#cookies]
    return copied
  }

  async open(address: string | URL): Promise<Visited> {
    return await this.#follow(new URL(address), null)
  }

  /** Sends the form of a page that says so. */
  async submit(page: Visited, act: string, fields: Record<string, string> = {}): Promise<Visited> {
    const [, secret = ''] = /name="form_secret" value="([^"]+)"/.exec(page.text) ?? []
    return await this.#follow(page.url, new URLSearchParams({ form_secret: secret, act, ...fields }))
  }

  async post(address: string | URL, fields: Record<string, string>): Promise<Visited> {
    return await this.#follow(new URL(address), new URLSearchParams(fields))
  }

  async #follow(start: URL, form: URLSearchParams | null): Promise<Visited> {
    let [url, body] = [start, form]
    for (let step = 0; step < longestWay; step++) {
      const answer = await this.#ask(url, body)
      const location = answer.headers.get('location')
      if (location === null) return answer
      const next = new URL(location, url)
      if (!next.href.startsWith(cloud().authUrl)) return { ...answer, url: next }
      ;[url, body] = [next, null]
    }
    throw new Error(`too long a way from ${start}`)
  }

  async #ask(url: URL, form: URLSearchParams | null): Promise<Visited> {
    const cookies = this.#cookies.filter(({ path }) => isBelow(url.pathname, path))
    const response = await askedFrom(this.#address, url, {
      method: form ? 'POST' : 'GET',
      headers: {
        Accept: 'text/html,*/*;q=0.8',
        'Accept-Language': this.#language,
        Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
        ...(form && { 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' }),
      },
      body: form?.toString() ?? '',
    })
    for (const header of response.headers.getSetCookie()) this.#keep(header)
    return { url, ...response }
  }

  #keep(header: string): void {
    const [pair = '', ...attributes] = header.split(/;\s*/)
    const [name = '', value = ''] = pair.split('=')
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/'
    this.#cookies = this.#cookies.filter((cookie) => cookie.name !== name || cookie.path !== path)
    if (value !== '' && !/expires=Thu, 01 Jan 1970/i.test(header)) this.#cookies.push({ name, value, path })
  }
}

/** One of the sixteen million addresses of this machine. */
export function someAddress(): string {
  return ['127', ...Array.from({ length: 3 }, () => randomInt(1, 255))].join('.')
}

interface VisitRequest {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: string
}

/** `fetch` does not say from which address it asks. */
async function askedFrom(
  localAddress: string,
  url: URL,
  { body, ...options }: VisitRequest,
): Promise<Omit<Visited, 'url'>> {
  const asking = request(url, { ...options, localAddress, family: 4 }).end(body)
  const [response]: IncomingMessage[] = await once(asking, 'response')
  if (!response) throw new Error('there is no answer')
  const headers = new Headers()
  for (const [name, values] of Object.entries(response.headersDistinct))
    for (const value of values ?? []) headers.append(name, value)
  return { status: response.statusCode ?? 0, headers, text: await text(response) }
}

function isBelow(path: string, cookiePath: string): boolean {
  return path === cookiePath || path.startsWith(cookiePath.endsWith('/') ? cookiePath : `${cookiePath}/`)
}

/** The code that was mailed last to an address, once so many mails have come. */
export async function mailedCode(email: string, count = 1): Promise<string> {
  const mails = await until(`${count} codes to ${email}`, async () => {
    const found = (await inboxOf(email)).filter(({ text = '' }) => /\b\d{8}\b/.test(text))
    return found.length >= count ? found : null
  })
  const [code] = /\b\d{8}\b/.exec(mails[0]?.text ?? '') ?? []
  if (!code) throw new Error(`no code was mailed to ${email}`)
  return code
}

/** Goes through the two pages of signing in; gives where that leads. */
export async function signIn(visitor: Visitor, address: string | URL, email: string, count = 1): Promise<Visited> {
  const page = await visitor.open(address)
  const asked = await visitor.submit(page, 'send', { email })
  return await visitor.submit(asked, 'enter', { code: await mailedCode(email, count) })
}

/** Signs a browser out, after the question of the identity provider. */
export async function signOut(visitor: Visitor): Promise<void> {
  const page = await visitor.open(`${cloud().authUrl}/oauth/v2/logout`)
  const [, xsrf = ''] = /name="xsrf" value="(\w+)"/.exec(page.text) ?? []
  await visitor.post(`${cloud().authUrl}/oauth/v2/logout/confirm`, { logout: 'yes', xsrf })
}
