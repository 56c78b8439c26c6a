import type { HostResponse } from './http-host.ts'
import { listPage, messagePage, notFoundPage } from './inbox-pages.ts'
import { bareAddress, type Message } from './message-intake.ts'

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** A mail's own HTML: no scripts, no forms, nothing loaded from elsewhere, an origin of its own; its links open outside of the frame. */
const mailHeaders = {
  ...pageHeaders,
  'content-security-policy':
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
}

/** Answers the inbox's pages; messages are newest first. */
export function inboxResponse(url: URL, messages: readonly Message[], stylesheet: string): HostResponse {
  const [, section, id, part, index] = url.pathname.split('/')
  const to = url.searchParams.get('to')?.trim() ?? ''
  if (url.pathname === '/') return page(listPage(sentTo(messages, to), to))
  if (url.pathname === '/inbox.css')
    return { status: 200, headers: { ...pageHeaders, 'content-type': 'text/css' }, body: stylesheet }
  if (url.pathname === '/messages.json') return json(sentTo(messages, to).map(summaryOf))
  const message = section === 'messages' ? messages.find((found) => found.id === id) : undefined
  if (!message) return { ...page(notFoundPage()), status: 404 }
  if (part === undefined) return page(messagePage(message))
  if (part === 'html' && message.html !== undefined) {
    return { status: 200, headers: mailHeaders, body: `${message.html}<base target="_blank">` }
  }
  const attachment = part === 'attachments' ? message.attachments[Number(index)] : undefined
  return attachment ? download(attachment) : { ...page(notFoundPage()), status: 404 }
}

/** Everyone's, or those sent to one address or number, whatever its case and name. */
function sentTo(messages: readonly Message[], to: string): readonly Message[] {
  if (to === '') return messages
  const wanted = to.toLowerCase()
  return messages.filter((message) =>
    [...message.to, ...message.cc, ...message.bcc].some((address) => bareAddress(address).toLowerCase() === wanted),
  )
}

function summaryOf({ attachments, ...message }: Message) {
  return {
    ...message,
    attachments: attachments.map(({ name, contentType, base64 }, index) => ({
      name,
      contentType,
      sizeBytes: Buffer.byteLength(base64, 'base64'),
      path: `/messages/${message.id}/attachments/${index}`,
    })),
  }
}

function download({ name, contentType, base64 }: Message['attachments'][number]): HostResponse {
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`
  const isPlainType = /^[\w.+-]+\/[\w.+-]+$/.test(contentType)
  return {
    status: 200,
    headers: {
      ...mailHeaders,
      'content-type': isPlainType ? contentType : 'application/octet-stream',
      'content-disposition': disposition,
    },
    body: Buffer.from(base64, 'base64'),
  }
}

function page(body: string): HostResponse {
  return { status: 200, headers: pageHeaders, body }
}

function json(value: unknown): HostResponse {
  return {
    status: 200,
    headers: { ...pageHeaders, 'content-type': 'application/json' },
    body: JSON.stringify(value, null, 2),
  }
}
