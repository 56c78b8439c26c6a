import { readerLocales, type TranslatedForReaders } from '../../../shared/platform/locale.ts'

/** What is wrong and what to do where no script runs: nobody knows the language of the reader. */
const withoutScript: TranslatedForReaders<readonly [heading: string, text: string]> = {
  en: [
    'JavaScript is needed to sign',
    'Switch JavaScript on for this page and load it again, or open the link in another browser.',
  ],
  fr: [
    'JavaScript est nécessaire pour signer',
    'Activez JavaScript pour cette page et rechargez-la, ou ouvrez le lien dans un autre navigateur.',
  ],
  de: [
    'Zum Unterschreiben wird JavaScript benötigt',
    'Schalten Sie JavaScript für diese Seite ein und laden Sie sie neu, oder öffnen Sie den Link in einem anderen Browser.',
  ],
  es: [
    'Para firmar se necesita JavaScript',
    'Active JavaScript en esta página y vuelva a cargarla, o abra el enlace en otro navegador.',
  ],
  it: [
    'Per firmare è necessario JavaScript',
    'Attivi JavaScript per questa pagina e la ricarichi, oppure apra il link in un altro browser.',
  ],
  nl: [
    'Om te ondertekenen is JavaScript nodig',
    'Schakel JavaScript voor deze pagina in en laad de pagina opnieuw, of open de link in een andere browser.',
  ],
  pt: [
    'É necessário JavaScript para assinar',
    'Ative o JavaScript para esta página e recarregue-a, ou abra a ligação noutro navegador.',
  ],
  pl: [
    'Do podpisania potrzebny jest JavaScript',
    'Należy włączyć JavaScript dla tej strony i ją odświeżyć albo otworzyć link w innej przeglądarce.',
  ],
}

const noScriptMarkup = readerLocales
  .map((locale) => {
    const [heading, text] = withoutScript[locale]
    return `<h1 lang="${locale}">${heading}</h1>\n<p lang="${locale}">${text}</p>`
  })
  .join('\n')

/** The page before its script runs. Its addresses are relative, since it does not know below which path it is served. */
export function pageShellMarkup({ script, style }: { script: string; style: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="format-detection" content="telephone=no">
<title>Sign</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="assets/${style}">
<script type="module" src="assets/${script}"></script>
</head>
<body>
<div id="page"></div>
<noscript>
<main>
${noScriptMarkup}
</main>
</noscript>
</body>
</html>
`
}
