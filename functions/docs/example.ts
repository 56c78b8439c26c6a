import { type Html, html } from '../../shared/platform/html.ts'

/** Code with a button to copy it, which the page's script shows where copying works. */
export function example(title: string, code: string): Html {
  return html`<figure class="example"><figcaption>${title}<button type="button" class="copy" hidden>Copy</button></figcaption>
    <pre tabindex="0" role="group" aria-label="${title}"><code>${code}</code></pre></figure>`
}
