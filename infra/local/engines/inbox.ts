import { contentSecurityPolicy } from '../../../shared/http/content-security-policy.ts'
import type { HostRequest, HostResponse } from './http-host.ts'
import { listPage, messagePage, notFoundPage } from './inbox-pages.ts'
import { bareAddress } from './mail-refusals.ts'
import type { Message } from './messages.ts'

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy({
    'style-src': ["'self'"],
    'frame-src': ["'self'"],
    'form-action': ["'self'"],
  }),
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

type InboxRequest = Pick<HostRequest, 'url' | 'headers'>

/** Answers what is asked of the inbox: pages to browsers, JSON to everyone else. `messages` are newest first. */
export function inboxResponse(asked: InboxRequest, messages: readonly Message[], stylesheet: string): HostResponse {
  const { pathname, searchParams } = asked.url
  const to = searchParams.get('to')?.trim() ?? ''
  if (pathname === '/inbox.css')
    return { status: 200, headers: { ...pageHeaders, 'content-type': 'text/css' }, body: stylesheet }
  if (pathname !== '/' && pathname !== '/messages') return messageResponse(asked, messages)
  const since = Date.parse(searchParams.get('since') ?? '') || 0
  const chosen = sentTo(messages, to).filter(({ at }) => Date.parse(at) >= since)
  return pathname === '/' || isBrowser(asked) ? page(listPage(chosen, to)) : json(chosen.map(summaryOf))
}

/** Of `/messages/ID`, `/messages/ID/html` and `/messages/ID/attachments/N`. */
function messageResponse(asked: InboxRequest, messages: readonly Message[]): HostResponse {
  const [, section, id, part, index] = asked.url.pathname.split('/')
  const message = section === 'messages' ? messages.find((found) => found.id === id) : undefined
  const attachment = part === 'attachments' ? message?.attachments[Number(index)] : undefined
  if (message && part === undefined) return isBrowser(asked) ? page(messagePage(message)) : json(summaryOf(message))
  if (message?.html !== undefined && part === 'html')
    return { status: 200, headers: mailHeaders, body: `${message.html}<base target="_blank">` }
  if (attachment) return download(attachment)
  return { ...(isBrowser(asked) ? page(notFoundPage()) : json({ message: 'There is no such message' })), status: 404 }
}

function isBrowser({ headers }: InboxRequest): boolean {
  return headers.accept?.includes('text/html') ?? false
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
