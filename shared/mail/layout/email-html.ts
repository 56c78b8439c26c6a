import { html, verbatim } from '../../platform/html.ts'
import type { Email } from './email.ts'
import { footerLines } from './footer-lines.ts'
import { layoutMessages } from './messages.ts'
import type { Quotation } from './quotation.ts'
import { buttonColours, darkStyle, styles } from './styles.ts'

/**
 * A checked e-mail as HTML for mail clients: tables, since Outlook knows no other layout, and styles at each element, since
 * Gmail drops most others. Nothing is loaded but the sender's logo, from us: what is read is what was sent.
 */
export function emailHtml(email: Email): string {
  const { locale, brand, preheader, heading, paragraphs, code, smallPrint } = email
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${heading}</title>
<style>${verbatim(darkStyle(brand.accent))}</style>
</head>
<body class="background" style="${styles.body}">
<div style="${styles.preheader}">${preheader}${verbatim(filler)}</div>
<div role="article" aria-label="${heading}" lang="${locale}">
<table role="presentation" class="background" width="100%" cellpadding="0" cellspacing="0" border="0" style="${styles.background}"><tr><td align="center" style="${styles.margin}">
${verbatim(outlookStart)}
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="${styles.paper}"><tr><td style="${styles.content}">
${brand.logoUrl && html`<img src="${brand.logoUrl}" alt="" height="48" style="${styles.logo}">`}
<p class="quiet" style="${styles.brand}">${brand.name}</p>
<h1 class="text" style="${styles.heading}">${heading}</h1>
${paragraphs.map((paragraph) => html`<p class="text" style="${styleOf(paragraph, code)}">${linesOf(paragraph)}</p>\n`)}
${buttonOf(email)}
${[...smallPrint, ...footerLines(locale, brand)].map((line) => html`<p class="quiet" style="${styles.smallPrint}">${line}</p>\n`)}
</td></tr></table>
${verbatim(outlookEnd)}
</td></tr></table>
</div>
</body>
</html>
`.markup
}

function styleOf(paragraph: string | Quotation, code: string | undefined): string {
  if (typeof paragraph !== 'string') return styles.quotation
  return paragraph === code ? styles.code : styles.paragraph
}

function linesOf(paragraph: string | Quotation) {
  if (typeof paragraph === 'string') return paragraph
  return paragraph.quoted.map((line, index) => (index === 0 ? line : html`<br>${line}`))
}

function buttonOf({ locale, brand, button }: Email) {
  if (!button) return null
  const { label, url } = button
  const { surface, text } = buttonColours(brand.accent)
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="${styles.buttonRow}"><tr><td bgcolor="${surface}" style="background:${surface};${styles.buttonCell}"><a href="${url}" style="background:${surface};color:${text};${styles.button}">${label}</a></td></tr></table>
<p class="quiet" style="${styles.smallPrint}">${layoutMessages[locale].buttonFallback}<br><a class="link" href="${url}" style="color:${surface};${styles.link}">${url}</a></p>`
}

/** Keeps clients from showing the start of the e-mail after the preheader. */
const filler = '&#847;&zwnj;&nbsp;'.repeat(60)

/** Outlook for Windows knows no greatest width. */
const outlookStart =
  '<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->'
const outlookEnd = '<!--[if mso]></td></tr></table><![endif]-->'
