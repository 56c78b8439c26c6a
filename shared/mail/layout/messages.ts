import type { TranslatedForReaders } from '../../platform/locale.ts'

/** What the layout itself says. */
interface LayoutMessages {
  readonly buttonFallback: string
}

export const layoutMessages: TranslatedForReaders<LayoutMessages> = {
  en: { buttonFallback: 'If the button does not work, open this address in your browser:' },
  fr: { buttonFallback: 'Si le bouton ne fonctionne pas, ouvrez cette adresse dans votre navigateur :' },
  de: { buttonFallback: 'Wenn die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse in Ihrem Browser:' },
  es: { buttonFallback: 'Si el botón no funciona, abra esta dirección en su navegador:' },
  it: { buttonFallback: 'Se il pulsante non funziona, apra questo indirizzo nel Suo browser:' },
  nl: { buttonFallback: 'Werkt de knop niet, open dan dit adres in uw browser:' },
  pt: { buttonFallback: 'Se o botão não funcionar, abra este endereço no seu navegador:' },
  pl: { buttonFallback: 'Jeśli przycisk nie działa, należy otworzyć ten adres w przeglądarce:' },
}
