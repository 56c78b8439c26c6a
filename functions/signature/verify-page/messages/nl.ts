import type { VerifyMessages } from './catalog.ts'

const whose = {
  ours: 'het zegel van deze dienst',
  test: 'het testzegel van deze dienst, zonder rechtsgeldigheid',
  known: 'een certificaat van een instantie die deze dienst vertrouwt',
  unknown: 'een certificaat dat deze dienst niet kent',
  broken: 'een handtekening die niet bij het bestand past',
}

export const nl: VerifyMessages = {
  language: 'Taal',
  title: 'Een ondertekend document controleren',
  introduction:
    'Sleep een ondertekende pdf hierheen. U leest wie het document heeft ondertekend en wanneer, of het is gewijzigd en wiens zegel het draagt.',
  formHeading: 'Uw document',
  file: 'Pdf-bestand',
  fileHint: 'Maximaal 15 MB. Het bestand wordt gecontroleerd en niet bewaard.',
  check: 'Document controleren',
  checking: 'Het document wordt gecontroleerd…',
  uploadFailed: (limit) =>
    `Het document kon niet worden verzonden. Bestanden tot 15 MB kunnen worden gecontroleerd, ${limit} per minuut. Probeer het over een minuut opnieuw.`,
  noFile: 'Er is geen bestand aangekomen. Kies een pdf en probeer het opnieuw.',
  tooLarge:
    'Het bestand is te groot. Bestanden tot 15 MB kunnen worden gecontroleerd; boven 4 MB moet uw browser scripts toestaan.',
  tooMany: (limit, seconds) =>
    `Vanaf één netwerk kunnen ${limit} documenten per minuut worden gecontroleerd. Probeer het over ${seconds} seconden opnieuw.`,
  withoutScripts: 'Uw browser voert hier geen scripts uit. Daarom mag het bestand maximaal 4 MB groot zijn.',
  notFoundTitle: 'Geen verzegeld document heeft dit controlenummer',
  notFound:
    'Vergelijk het controlenummer met dat op het document. Documenten uit de testmodus, en documenten waarvan de bestanden na de bewaartermijn zijn verwijderd, staan hier niet. U kunt hieronder toch een bestand controleren.',
  sealedTitle: 'Een verzegeld document heeft dit controlenummer',
  sealedBy: (sender, at) => `Sealpost heeft het op ${at} verzegeld voor ${sender}.`,
  verificationId: 'Controlenummer',
  fingerprint: 'Vingerafdruk (SHA-256)',
  compare:
    'Iedereen kan een nummer op een pagina afdrukken. Controleer hieronder het bestand zelf: pas dan weet u dat het om dit document gaat.',
  resultOf: 'Resultaat van de controle',
  verdicts: {
    sealed: {
      title: 'Dit document is verzegeld en volledig',
      text: 'Het draagt het zegel van deze dienst en er is na het verzegelen niets gewijzigd.',
    },
    changed: {
      title: 'Dit document is na het verzegelen gewijzigd',
      text: 'Na de ondertekening is er iets toegevoegd of gewijzigd. Wat u ziet, kan afwijken van wat is ondertekend. Vraag om het verzegelde document.',
    },
    broken: {
      title: 'Een handtekening van dit document is ongeldig',
      text: 'Het bestand is gewijzigd of de handtekening is vervalst. Vertrouw er niet op.',
    },
    test: {
      title: 'Dit is een testdocument',
      text: 'Het draagt het zegel van de testmodus van deze dienst. Het bindt niemand en is niet rechtsgeldig.',
    },
    known: {
      title: 'Dit document is ondertekend, maar niet door deze dienst',
      text: 'Instanties die deze dienst vertrouwt, hebben de handtekeningen gecertificeerd, en na de laatste is niets gewijzigd.',
    },
    unknown: {
      title: 'Dit document draagt geen zegel van deze dienst',
      text: 'Het is ondertekend met een certificaat dat deze dienst niet kent. Iedereen kan zo’n certificaat maken, onder elke naam.',
    },
    unsigned: {
      title: 'Dit document is niet verzegeld',
      text: 'Het bestand heeft geen elektronische handtekening of zegel, wat de pagina’s ook tonen. Afgedrukte en gescande documenten verliezen hun zegel.',
    },
    uncertain: {
      title: 'Dit document kan niet met zekerheid worden gecontroleerd',
      text: 'De opbouw van het bestand is beschadigd of dubbelzinnig, zodat programma’s het verschillend kunnen tonen. Vertrouw er niet op.',
    },
    unreadable: {
      title: 'Dit bestand kan niet worden gecontroleerd',
      text: 'Het is geen pdf, het is versleuteld of beschadigd, of het is te complex om veilig te lezen.',
    },
  },
  sealTime: (at, isProved) =>
    isProved
      ? `Ondertekend of verzegeld op ${at}. Een tijdstempeldienst bewijst dit tijdstip.`
      : `Ondertekend of verzegeld op ${at}.`,
  appended:
    'Na het verzegelen zijn gegevens toegevoegd die niets veranderen aan wat u ziet, zoals tijdstempels die het zegel bewijsbaar houden.',
  appendedUnknown:
    'Na het verzegelen zijn gegevens toegevoegd die niets veranderen aan wat u ziet. Deze dienst weet niet van wie ze komen, en ze bewijzen hier niets.',
  uselessTimestamp:
    'Er is een tijdstempel toegevoegd dat beschadigd is, of ouder dan wat het zou moeten bewijzen. Het bewijst niets.',
  isDocument: (sender) => `Het is het document dat ${sender} met deze dienst heeft laten ondertekenen.`,
  isEvidence: (sender) => `Het is het bewijs bij een document dat ${sender} met deze dienst heeft laten ondertekenen.`,
  signers: (count) => (count === 1 ? 'Ondertekend door' : `Ondertekend door ${count} personen`),
  signedBy: (name, at) => `${name}, op ${at}`,
  signatures: (count) => (count === 1 ? 'De handtekening in het bestand' : `De ${count} handtekeningen in het bestand`),
  certificate: (name, kind) => `${name}: ${whose[kind]}`,
  notKept: 'Het bestand is niet bewaard.',
}
