import type { Translated } from '../../../../shared/platform/locale.ts'
import type { AutomaticRule } from '../../model/automatic-mark.ts'

/** The titles of tasks that create themselves, from the title of their resource. */
export const titles: Translated<Readonly<Record<AutomaticRule, (title: string) => string>>> = {
  en: {
    signature_declined: (title) => `Signature declined: ${title}`,
    signature_expired: (title) => `Signature expired: ${title}`,
  },
  fr: {
    signature_declined: (title) => `Signature refusée : ${title}`,
    signature_expired: (title) => `Signature expirée : ${title}`,
  },
}
