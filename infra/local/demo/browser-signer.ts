import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { until } from './api-client.ts'

const messages = v.array(v.looseObject({ subject: v.string(), text: v.optional(v.string(), '') }))
const state = v.looseObject({
  document: v.looseObject({ sha256: v.string(), pageCount: v.number() }),
  you: v.looseObject({ firstName: v.string(), lastName: v.string(), status: v.string() }),
  fields: v.array(v.looseObject({ id: v.string(), type: v.string(), label: v.nullable(v.string()) })),
  code: v.looseObject({ isNeeded: v.boolean(), isProved: v.boolean(), sentTo: v.nullable(v.string()) }),
  consent: v.looseObject({ text: v.string(), agreementSha256: v.nullable(v.string()) }),
})
type State = v.InferOutput<typeof state>

/** Somebody who reads their mail, and signs what its link shows. */
export interface BrowserSigner {
  readonly email: string
  /** Where codes come by SMS; null: they come by mail. */
  readonly phone: string | null
  readonly signature: object
  /** What they fill in, by the labels of the fields. */
  readonly entries: Readonly<Record<string, string | true>>
}

/** Signs with the very requests that the signing page sends, a cookie kept between them. */
export async function signInBrowser(
  inboxUrl: string,
  signer: BrowserSigner,
  say: (text: string) => void,
): Promise<void> {
  const link = await found(inboxUrl, signer.email, /https?:\/\/\S+\/sign\/[\w-]{43}/)
  say(`\n${signer.email} opens the link in the e-mail`)
  const page = await openPage(link)
  let shown = await page.post('open', {})
  const pdf = await page.document()
  if (createHash('sha256').update(pdf).digest('hex') !== shown.document.sha256)
    throw new Error('the page shows another document')
  await page.post('views', { pages: Array.from({ length: shown.document.pageCount }, (_, index) => index + 1) })
  say(`  reads ${shown.document.pageCount} pages, SHA-256 ${shown.document.sha256}`)
  if (shown.code.isNeeded) {
    await page.post('otp', {})
    const code = await found(inboxUrl, signer.phone ?? signer.email, /(?<!\S)\d{6}(?!\S)/)
    shown = await page.post('otp', { code })
    say(`  enters the code ${code}, received ${signer.phone ? 'by SMS' : 'by e-mail'}`)
  }
  const { agreementSha256 } = shown.consent
  await page.post('consent', { accepted: true, locale: 'en', agreementSha256 })
  say(`  agrees: “${shown.consent.text}”`)
  const { you } = await page.post('sign', {
    consent: true,
    documentSha256: shown.document.sha256,
    agreementSha256,
    signature: signer.signature,
    values: valuesOf(shown, signer),
  })
  say(`  has ${you.status}`)
}

function valuesOf({ fields }: State, { entries }: BrowserSigner): Record<string, string | true> {
  const filled = fields.flatMap(({ id, label }) => {
    const entry = label === null ? undefined : entries[label]
    return entry === undefined ? [] : [[id, entry] as const]
  })
  return Object.fromEntries(filled)
}

async function openPage(link: string) {
  const shell = await answered(fetch(link))
  const [cookie = ''] = shell.headers.get('set-cookie')?.split(';') ?? []
  const headers = { Cookie: cookie }
  const ask = (path: string, init: RequestInit = {}) =>
    answered(fetch(`${link}/${path}`, { ...init, headers: { ...headers, ...init.headers } }))
  return {
    state: async () => v.parse(state, await (await ask('state?locale=en')).json()),
    document: async () => new Uint8Array(await (await ask('document?variant=shown')).arrayBuffer()),
    async post(path: string, body: object): Promise<State> {
      const json = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
      const answer = await ask(path, json)
      return v.parse(state, answer.status === 204 ? await (await ask('state?locale=en')).json() : await answer.json())
    },
  }
}

async function answered(asked: Promise<Response>): Promise<Response> {
  const response = await asked
  if (!response.ok) throw new Error(`the page answered ${response.status}: ${await response.text()}`)
  return response
}

/** What the newest message to somebody says that looks like this. */
async function found(inboxUrl: string, recipient: string, pattern: RegExp): Promise<string> {
  return await until(async () => {
    const answer = await fetch(`${inboxUrl}/messages?${new URLSearchParams({ to: recipient })}`)
    for (const { text } of v.parse(messages, await answer.json())) {
      const [match] = pattern.exec(text) ?? []
      if (match) return match
    }
    return null
  }, `a message to ${recipient}`)
}
