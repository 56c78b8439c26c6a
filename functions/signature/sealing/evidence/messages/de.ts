import { counting } from '../../../../../shared/platform/counting.ts'
import type { EvidenceMessages } from './catalog.ts'

const count = counting('de')
const listed = (items: readonly (number | string)[]) => new Intl.ListFormat('de').format(items.map(String))

export const de: EvidenceMessages = {
  title: 'Nachweis der elektronischen Unterschrift',
  summary: (signers, at) =>
    signers === 1
      ? `Eine Person hat dieses Dokument am ${at} elektronisch unterschrieben.`
      : `${signers} Personen haben dieses Dokument elektronisch unterschrieben, die letzte am ${at}.`,
  testNotice:
    'Dieses Dokument entstand im Testmodus. Es bindet niemanden und beweist nichts. Seine Zeiten können die einer Testuhr sein.',
  document: 'Dokument',
  pages: (n) => count(n, { one: 'Seite', other: 'Seiten' }),
  file: 'Datei',
  fingerprint: 'Fingerabdruck (SHA-256) des gezeigten und unterschriebenen Dokuments',
  fingerprintOfSealed: 'Fingerabdruck (SHA-256) des gesiegelten Dokuments',
  parties: (signers) => (signers === 1 ? 'Wer unterschrieben hat' : `Die ${signers} Unterzeichnenden`),
  identity: {
    none: ({ to }) =>
      `Hat einen persönlichen Link verwendet, der an ${to} gesendet wurde. Ein Code wurde nicht verlangt.`,
    email_otp: ({ to }) => `Hat den Zugang zum Postfach ${to} nachgewiesen: mit einem dorthin gesendeten Einmalcode.`,
    sms_otp: ({ to }) => `Hat den Zugang zum Telefon ${to} nachgewiesen: mit einem dorthin gesendeten Einmalcode.`,
    vendor_identity: ({ vendor }) => `Wurde von ${vendor} identifiziert. Dort wurde auch unterschrieben.`,
    remote_key: ({ holder, issuer }) =>
      `Hat auf unserer Seite gelesen und zugestimmt und die Unterschrift bei dem Anbieter bestätigt, der den persönlichen Schlüssel verwahrt. Das Zertifikat lautet auf ${holder} und stammt von ${issuer}.`,
    simulated: () => 'Wurde von einem Programm des Testmodus gespielt.',
  },
  signedAt: (local, utc) => `Unterschrieben am ${local} (${utc}).`,
  noPicture: 'Zu dieser Unterschrift gibt es kein Bild.',
  certificateSignature: 'Digitale Signatur mit dem eigenen Zertifikat. Sie steht im Dokument selbst.',
  issuer: 'Wer diesen Nachweis ausgestellt hat',
  issuedBy: (name, service) =>
    `${name} hat um die Unterschriften gebeten. ${service} hat sie eingeholt, das Dokument gesiegelt und diesen Nachweis erstellt.`,
  issuedAt: 'Ausgestellt am',
  law: 'Rechtsgrundlage',
  legalBasis: {
    ses: 'Jede Unterschrift ist eine einfache elektronische Signatur im Sinne von Artikel 3 Nummer 10 der Verordnung (EU) Nr. 910/2014 (eIDAS). Nach Artikel 25 Absatz 1 darf ihr die Rechtswirkung und die Zulässigkeit als Beweismittel in Gerichtsverfahren nicht allein deshalb abgesprochen werden, weil sie elektronisch oder nicht qualifiziert ist.',
    aes: 'Jede Unterschrift ist eine fortgeschrittene elektronische Signatur im Sinne von Artikel 3 Nummer 11 und Artikel 26 der Verordnung (EU) Nr. 910/2014 (eIDAS). Nach Artikel 25 Absatz 1 darf ihr die Rechtswirkung und die Zulässigkeit als Beweismittel in Gerichtsverfahren nicht allein deshalb abgesprochen werden, weil sie elektronisch oder nicht qualifiziert ist.',
    qes: 'Jede Unterschrift ist eine qualifizierte elektronische Signatur im Sinne von Artikel 3 Nummer 12 der Verordnung (EU) Nr. 910/2014 (eIDAS). Nach Artikel 25 Absatz 2 hat sie die gleiche Rechtswirkung wie eine handschriftliche Unterschrift.',
  },
  noLegalBasis: 'Keine: Unterschriften im Testmodus haben keine rechtliche Wirkung.',
  seal: (level) => `Das Dokument ist gesiegelt (PAdES ${level}): Jede spätere Änderung seines Inhalts ist erkennbar.`,
  check: 'So wird geprüft',
  checkOnline: (page, id) =>
    `Scannen Sie den Code oder öffnen Sie ${page}, und legen Sie dort das gesiegelte Dokument ab. Die Seite sagt, wer es wann gesiegelt hat und ob es verändert wurde. Die Prüfnummer ist ${id}.`,
  checkAnywhere:
    'Jedes PDF-Programm, das Signaturen prüft, zeigt dasselbe. Der Anhang sagt, wie sich jeder Schritt ohne den Dienst prüfen lässt.',
  story: 'Was geschehen ist',
  storyTimes: (zone) => `Zeitzone: ${zone}. Im Anhang stehen die Zeiten in UTC.`,
  sentences: {
    created: ({ actor, fileName }) => `${actor} hat die Anfrage erstellt und das Dokument „${fileName}“ eingereicht.`,
    changed: ({ actor }) => `${actor} hat die Anfrage geändert.`,
    sent: ({ actor }) => `${actor} hat das Dokument zur Unterschrift gesendet.`,
    notified: ({ signer }) => `${signer} wurde um die Unterschrift gebeten.`,
    email_sent: ({ signer, to }) => `Eine E-Mail wurde an ${signer} gesendet, an die Adresse ${to}.`,
    email_delivered: ({ signer, to }) => `Der Mailserver von ${signer} hat die E-Mail an ${to} angenommen.`,
    email_bounced: ({ signer, to }) => `Die E-Mail an ${signer} (${to}) konnte nicht zugestellt werden.`,
    email_complained: ({ signer, to }) => `${signer} hat die E-Mail an ${to} als unerwünscht gemeldet.`,
    link_issued: ({ signer }) =>
      `Der Absender erhielt einen Link, mit dem ${signer} auf der Seite des Absenders unterschreiben konnte.`,
    agency_link_issued: ({ signer }) =>
      `Beim Absender wurde eine Sitzung geöffnet, in der ${signer} vor Ort unterschreiben konnte.`,
    drawing_given: ({ actor, signer }) => `${actor} hat einen handgeschriebenen Satz für ${signer} eingereicht.`,
    drawing_removed: ({ actor, signer }) => `${actor} hat einen handgeschriebenen Satz für ${signer} zurückgenommen.`,
    opened: ({ signer }) => `${signer} hat das Dokument geöffnet.`,
    pages_viewed: ({ signer, pages }) =>
      pages.length === 1
        ? `Die Seite ${listed(pages)} wurde ${signer} angezeigt.`
        : `Die Seiten ${listed(pages)} wurden ${signer} angezeigt.`,
    otp_sent: ({ signer, to }) => `Ein Code wurde an ${signer} gesendet, an ${to}.`,
    otp_failed: ({ signer }) => `${signer} hat einen falschen Code eingegeben.`,
    otp_verified: ({ signer, to }) => `${signer} hat den an ${to} gesendeten Code eingegeben.`,
    consented: ({ signer, text }) => `${signer} hat zugestimmt: „${text}“`,
    signed: ({ signer }) => `${signer} hat das Dokument unterschrieben.`,
    signed_after_all_pages: ({ signer }) =>
      `${signer} hat das Dokument unterschrieben. Wie vom Absender verlangt, war vorher jede Seite am Bildschirm angezeigt worden.`,
    declined: ({ signer }) => `${signer} hat die Unterschrift abgelehnt.`,
    failed: ({ signer }) => `Die Unterschrift von ${signer} ist fehlgeschlagen.`,
    reminded: ({ signer }) => `${signer} wurde an die Unterschrift erinnert.`,
    corrected: ({ actor, signer, changes }) => `${actor} hat die Angaben zu ${signer} berichtigt: ${listed(changes)}.`,
    extended: ({ actor }) => `${actor} hat die Frist zum Unterschreiben verlängert.`,
    completed: () => 'Alle hatten unterschrieben. Die Anfrage war abgeschlossen.',
  },
  corrections: {
    name: ({ before, after }) => `Name „${after}“ statt „${before}“`,
    email: ({ before, after }) => `E-Mail-Adresse ${after} statt ${before}`,
    authMethod: ({ before, after }) => `Authentifizierung „${after}“ statt „${before}“`,
    phone: 'eine andere Telefonnummer',
    locale: 'eine andere Sprache',
  },
  annex: 'Anhang: technische Daten',
  annexIntroduction: (attachment) =>
    `Die angehängte Datei ${attachment} enthält all dies für Programme und sagt, wie jeder es prüfen kann.`,
  annexLabels: {
    title: 'Titel',
    request: 'Anfrage',
    organization: 'Organisation',
    entity: 'Einheit',
    signatures: 'Unterschriften',
    written: 'Nachweis erstellt',
    document: 'Dokument',
    sha256: 'SHA-256 Dokument',
    normalized: 'Vereinheitlicht',
    sha256Upload: 'SHA-256 Original',
    sealed: 'Gesiegelt',
    sha256Sealed: 'SHA-256 gesiegelt',
    acts: 'Handlungen',
    signers: 'Unterzeichnende',
    email: 'E-Mail',
    notified: 'Angefragt',
    opened: 'Geöffnet',
    signed: 'Unterschrieben',
    address: 'IP-Adresse',
    userAgent: 'Browser',
    signerId: 'Kennung',
    notRecorded: 'nicht erfasst',
    steps: 'Schritte',
    notaries: 'Notariate',
    office: 'Kanzlei',
    writtenByHand: 'Von Hand geschrieben',
    writtenBy: 'Von',
    handedInBy: 'Eingereicht von',
    writtenFor: 'Für',
    page: 'Seite',
    attachment: 'Angehängte Datei',
    sha256Attachment: 'SHA-256',
    atVendor: 'Unterschrieben bei',
    vendorFile: 'Unterschriften',
    appended: 'an das gesendete Dokument angefügt',
    rewritten: 'auf denselben Seiten, in einer Datei des Anbieters',
    auditTrail: 'Prüfprotokoll',
    noAuditTrail: 'Der Anbieter hat keines',
  },
  bytes: (n) => `${n} Byte`,
  normalizedText: (bytes, changes) =>
    `Die gesendete Datei hatte ${bytes} Byte. Bevor jemand sie sah, wurde ihr Aussehen festgelegt: ${changes}`,
  actsVerified: 'Vom Dienst vor dem Siegeln geprüft (MAC)',
  everyStep:
    'Jeder Schritt enthält den Hashwert des vorhergehenden. Hashwert („hash“) = SHA-256, hexadezimal in Kleinbuchstaben, des Schrittes ohne sein Feld „hash“, als kanonisches JSON geschrieben (RFC 8785: UTF-8, Felder nach Namen sortiert, ohne Leerzeichen).',
  chainEnd: (length, hash) =>
    `Die Kette endet nach ${count(length, { one: 'Schritt', other: 'Schritten' })} mit ${hash}`,
  footer: (request, title) => `Nachweis zur Anfrage ${request}, ${title}`,
  page: (number, of) => `Seite ${number} von ${of}`,
}
