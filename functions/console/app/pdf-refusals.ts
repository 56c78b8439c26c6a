import type { Translated } from '../../../shared/platform/locale.ts'

/** Why a PDF is refused, and what to do about it, by the reason of `invalid_pdf`. */
export const pdfRefusals: Readonly<Record<string, Translated<string>>> = {
  not_a_pdf: {
    en: 'This file is no PDF. Save the document as a PDF and choose that file.',
    fr: 'Ce fichier n’est pas un PDF. Enregistrez le document en PDF et choisissez ce fichier.',
  },
  damaged: {
    en: 'This PDF is damaged or incomplete. Get the file again, or print it to a new PDF and choose that one.',
    fr: 'Ce PDF est endommagé ou incomplet. Récupérez-le à nouveau, ou imprimez-le dans un nouveau PDF et choisissez celui-ci.',
  },
  encrypted: {
    en: 'This PDF is encrypted. Save a copy without a password and choose that copy.',
    fr: 'Ce PDF est chiffré. Enregistrez une copie sans mot de passe et choisissez cette copie.',
  },
  no_pages: {
    en: 'This PDF has no pages. Choose a PDF with at least one page.',
    fr: 'Ce PDF n’a aucune page. Choisissez un PDF qui en a au moins une.',
  },
  ambiguous: {
    en: 'PDF readers would show this file differently. Print it to a new PDF and choose that one.',
    fr: 'Ce PDF ne s’affiche pas de la même façon partout. Imprimez-le dans un nouveau PDF et choisissez celui-ci.',
  },
  too_complex: {
    en: 'This PDF is too complex to be read safely. Print it to a new PDF and choose that one.',
    fr: 'Ce PDF est trop complexe pour être lu sans risque. Imprimez-le dans un nouveau PDF et choisissez celui-ci.',
  },
  active_content: {
    en: 'This PDF has active content, such as scripts, forms that act or content from elsewhere. Print it to a new PDF and choose that one.',
    fr: 'Ce PDF a du contenu actif, comme des scripts, des formulaires qui agissent ou du contenu venu d’ailleurs. Imprimez-le dans un nouveau PDF et choisissez celui-ci.',
  },
}
