import { type Html, html } from '../../shared/platform/html.ts'

/** Code with a copy button. The page's script shows the button when the browser supports copying. */
export function example(title: string, code: string): Html {
  return html`<figure class="example"><figcaption>${title}<button type="button" class="copy" hidden>Copy</button></figcaption>
    <pre tabindex="0" role="group" aria-label="${title}"><code>${code}</code></pre></figure>`
}
