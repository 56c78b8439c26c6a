import { isVisible, withoutDirections } from '../../../shared/platform/visible-text.ts'

const longest = 255

/** The name of an uploaded file as pages, e-mails and evidence show it: nothing in it turns or breaks the text around it. */
export function documentName(given: string): string {
  const plain = withoutDirections(given.toWellFormed())
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '')
    .trim()
  return isVisible(plain) ? [...plain].slice(0, longest).join('') : 'file'
}
