import type { Message } from './messages.ts'

/** The messages given, newest first; `to` is the recipient that they were narrowed to, or empty. */
export function listPage(messages: readonly Message[], to: string): string {
  const count = messages.length === 1 ? '1 message' : `${messages.length} messages`
  const empty =
    to === ''
      ? 'There are no messages yet. E-mails and SMS of the local cloud appear here.'
      : `There are no messages to ${escaped(to)}.`
  const everyone = to === '' ? '' : '<a href="/">Show all</a>'
  return document(
    'Inbox',
    `<header>
<h1>Inbox</h1>
<p>E-mails and SMS of the local cloud. Nothing leaves this machine.</p>
<form action="/" role="search">
<label for="to">Sent to</label>
<input id="to" name="to" value="${escaped(to)}" placeholder="ann@example.org or +33612345678" autocomplete="off" spellcheck="false">
<button>Show</button>
${everyone}
</form>
</header>
<main>
<p class="count" role="status">${count}</p>
${messages.length === 0 ? `<p class="empty">${empty}</p>` : `<ol class="messages">${messages.map(row).join('\n')}</ol>`}
</main>`,
  )
}

function row(message: Message): string {
  const files = message.attachments.length
  return `<li><a href="/messages/${message.id}">
<span class="kind">${kindOf(message)}</span>
<span class="subject">${escaped(titleOf(message))}</span>
<span class="to">to ${escaped(message.to.join(', '))}</span>
${files === 0 ? '' : `<span class="files">${files === 1 ? '1 file' : `${files} files`}</span>`}
${timeOf(message)}
</a></li>`
}

/** One message: who, when, the HTML in a frame of its own, the text, the attachments and the headers. */
export function messagePage(message: Message): string {
  const people: [string, readonly string[]][] = [
    ['From', [message.from]],
    ['To', message.to],
    ['Cc', message.cc],
    ['Bcc', message.bcc],
  ]
  const lines = people
    .filter(([, addresses]) => addresses.length > 0)
    .map(([name, addresses]) => term(name, escaped(addresses.join(', '))))
  return document(
    titleOf(message),
    `<header>
<nav aria-label="Inbox"><a href="/">← All messages</a></nav>
<p class="kind">${kindOf(message)}</p>
<h1>${escaped(titleOf(message))}</h1>
<dl>${lines.join('')}${term('Sent', timeOf(message))}</dl>
</header>
<main>
${htmlSection(message)}
${message.text === undefined ? '' : section('Text', `<pre>${escaped(message.text)}</pre>`)}
${message.attachments.length === 0 ? '' : section('Attachments', `<ul>${message.attachments.map((_, index) => fileItem(message, index)).join('')}</ul>`)}
${valuesSection('Headers', message.headers)}
${valuesSection('Tags', message.tags)}
</main>`,
  )
}

export function notFoundPage(): string {
  return document(
    'Not found',
    '<main><h1>Not found</h1><p>This message does not exist. <a href="/">All messages</a></p></main>',
  )
}

function htmlSection({ id, html }: Message): string {
  if (html === undefined) return ''
  const sandbox = 'allow-popups allow-popups-to-escape-sandbox'
  return section(
    'HTML',
    `<iframe sandbox="${sandbox}" src="/messages/${id}/html" title="The message as HTML"></iframe>`,
  )
}

function valuesSection(title: string, values: Message['headers']): string {
  if (values.length === 0) return ''
  const terms = values.map(({ name, value }) => term(escaped(name), escaped(value)))
  return section(title, `<dl>${terms.join('')}</dl>`)
}

function fileItem({ id, attachments }: Message, index: number): string {
  const { name = '', contentType = '', base64 = '' } = attachments[index] ?? {}
  const kilobytes = Math.ceil(Buffer.byteLength(base64, 'base64') / 1024)
  return `<li><a href="/messages/${id}/attachments/${index}" download>${escaped(name)}</a> (${escaped(contentType)}, ${kilobytes} KB)</li>`
}

function section(title: string, content: string): string {
  return `<section aria-labelledby="${title}"><h2 id="${title}">${title}</h2>${content}</section>`
}

function term(name: string, value: string): string {
  return `<div><dt>${name}</dt><dd>${value}</dd></div>`
}

function titleOf({ subject, text = '' }: Message): string {
  if (subject !== '') return subject
  return text.length > 90 ? `${text.slice(0, 90)}…` : text || 'No subject'
}

function kindOf({ kind }: Message): string {
  return kind === 'mail' ? 'Mail' : 'SMS'
}

function timeOf({ at }: Message): string {
  return `<time datetime="${at}">${at.slice(0, 10)} ${at.slice(11, 19)} UTC</time>`
}

function document(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="/inbox.css">
</head>
<body>
${body}
</body>
</html>
`
}

/** A text as markup shows it. */
export function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
