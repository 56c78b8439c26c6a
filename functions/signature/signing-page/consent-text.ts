import { readerLocaleOf, type TranslatedForReaders } from '../../../shared/platform/locale.ts'

/** What a signer agrees to, in their language; what they agreed to is part of the evidence, word for word. */
export const consentTexts: TranslatedForReaders<string> = {
  en: 'I have read the document and agree to sign it electronically.',
  fr: 'J’ai lu le document et j’accepte de le signer électroniquement.',
  de: 'Ich habe das Dokument gelesen und stimme zu, es elektronisch zu unterschreiben.',
  es: 'He leído el documento y acepto firmarlo electrónicamente.',
  it: 'Ho letto il documento e accetto di firmarlo elettronicamente.',
  nl: 'Ik heb het document gelezen en ga ermee akkoord het elektronisch te ondertekenen.',
  pt: 'Li o documento e aceito assiná-lo eletronicamente.',
  pl: 'Znam treść dokumentu i wyrażam zgodę na podpisanie go elektronicznie.',
}

export function consentText(locale: string): string {
  return consentTexts[readerLocaleOf(locale)]
}
