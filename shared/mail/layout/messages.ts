import type { Translated } from '../../platform/locale.ts'

/** What the layout itself says. */
interface LayoutMessages {
  readonly buttonFallback: string
}

export const layoutMessages: Translated<LayoutMessages> = {
  en: { buttonFallback: 'If the button does not work, open this address in your browser:' },
  fr: { buttonFallback: 'Si le bouton ne fonctionne pas, ouvrez cette adresse dans votre navigateur :' },
}
