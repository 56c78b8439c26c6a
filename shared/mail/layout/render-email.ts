import { checkedEmail, type Email } from './email.ts'
import { emailHtml } from './email-html.ts'
import { emailText } from './email-text.ts'

/** An e-mail in the two forms in which a mail carries it. Throws where its button leads anywhere but to HTTPS. */
export function renderEmail(email: Email): { html: string; text: string } {
  const checked = checkedEmail(email)
  return { html: emailHtml(checked), text: emailText(checked) }
}
