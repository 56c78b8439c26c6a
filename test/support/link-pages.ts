import { cloud } from './cloud.ts'
import { inboxOf } from './mail.ts'
import { until } from './until.ts'

/** The page of a link as a browser without scripts has it. */
export interface LinkPage {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** A browser that opened the link of an e-mail: it keeps the cookie, sends forms and follows where they lead. */
export class LinkVisitor {
  readonly #url: URL
  readonly #language: string
  #cookie: string | null = null

  constructor(link: string, language = 'en') {
    this.#url = new URL(link)
    this.#language = language
  }

  async open(rest = ''): Promise<LinkPage> {
    return await this.#ask(new URL(`${this.#url.href}${rest}`))
  }

  /** Presses a button of the page, as it stands now. */
  async press(action: string, fields: Record<string, string> = {}): Promise<LinkPage> {
    const { text } = await this.open()
    return await this.send({ ...formOf(text, action), ...fields })
  }

  /** Sends a form that may be of an earlier page. */
  async send(form: Record<string, string>): Promise<LinkPage> {
    const answer = await this.#ask(this.#url, new URLSearchParams(form))
    const location = answer.headers.get('location')
    return location === null ? answer : await this.#ask(new URL(location, this.#url))
  }

  async #ask(url: URL, form?: URLSearchParams): Promise<LinkPage> {
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        'Accept-Language': this.#language,
        ...(this.#cookie && { Cookie: this.#cookie }),
        ...(form && { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' }),
      },
      ...(form && { body: form }),
    })
    this.#cookie = response.headers.get('set-cookie')?.split(';')[0] ?? this.#cookie
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
}

/** The hidden fields of the form with a button. */
export function formOf(text: string, action: string): Record<string, string> {
  const forms = text.split('<form').slice(1)
  const form = forms.find((each) => each.includes(`value="${action}"`)) ?? ''
  const hidden = [...form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)]
  return { ...Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value])), action }
}

/** The link that was mailed to an address, once there are so many e-mails with one. */
export async function mailedLink(email: string, count = 1): Promise<string> {
  const found = await mailsTo(email, /https?:\/\/\S+\/[ar]\/[\w-]{43}/, count)
  return found[0] ?? ''
}

/** The code that was mailed last to an address, once so many came. */
export async function mailedPageCode(email: string, count = 1): Promise<string> {
  const found = await mailsTo(email, /^\d{6}$/m, count)
  return found[0] ?? ''
}

async function mailsTo(email: string, pattern: RegExp, count: number): Promise<string[]> {
  return await until(`${count} e-mails to ${email} with ${pattern}`, async () => {
    const found = (await inboxOf(email)).flatMap(({ text = '' }) => pattern.exec(text)?.[0] ?? [])
    return found.length >= count && found
  })
}

/** A link that nobody was mailed. */
export function unknownLink(page: 'a' | 'r'): string {
  return `${cloud().baseUrl}/${page}/${'A'.repeat(43)}`
}

/** Confirms the mailbox on the page of a link. */
export async function confirmMailbox(visitor: LinkVisitor, email: string, count = 1): Promise<LinkPage> {
  await visitor.press('send-code')
  return await visitor.press('prove-code', { code: await mailedPageCode(email, count) })
}
