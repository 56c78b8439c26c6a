import { localeOf, type Translated } from '../../../shared/platform/locale.ts'

/** What a signer agrees to, in their language; what they agreed to is part of the evidence, word for word. */
const consentTexts: Translated<string> = {
  en: 'I have read the document and agree to sign it electronically.',
  fr: 'J’ai lu le document et j’accepte de le signer électroniquement.',
}

export function consentText(locale: string): string {
  return consentTexts[localeOf(locale)]
}
