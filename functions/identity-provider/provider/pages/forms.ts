import { type Html, html } from '../../../../shared/platform/html.ts'

/** What every form of an interaction carries: a secret of that interaction alone, which other sites cannot know. */
export interface FormSecret {
  readonly formSecret: string
}

export function hiddenFields({ formSecret }: FormSecret, act: string): Html {
  return html`<input type="hidden" name="form_secret" value="${formSecret}"><input type="hidden" name="act" value="${act}">`
}

/** A form of one button, which is not the next thing to do. */
export function buttonForm(secret: FormSecret, act: string, label: string): Html {
  return html`<form method="post">${hiddenFields(secret, act)}<button type="submit">${label}</button></form>`
}

/** What stands in the way, read out as soon as the page is there. */
export function alert(message: string | null): Html | null {
  return message === null ? null : html`<p class="notice failure" role="alert" id="obstacle">${message}</p>`
}

/** Attributes of the field that is to be filled in anew. */
export function described(message: string | null): Html | null {
  return message === null ? null : html` aria-invalid="true" aria-describedby="obstacle"`
}
