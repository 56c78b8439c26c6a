import { counting } from '../../../../../shared/platform/counting.ts'
import type { EvidenceMessages } from './catalog.ts'

const count = counting('nl')
const listed = (items: readonly (number | string)[]) => new Intl.ListFormat('nl').format(items.map(String))

export const nl: EvidenceMessages = {
  title: 'Bewijs van elektronische ondertekening',
  summary: (signers, at) =>
    signers === 1
      ? `Eén persoon heeft dit document op ${at} elektronisch ondertekend.`
      : `${signers} personen hebben dit document elektronisch ondertekend, de laatste op ${at}.`,
  testNotice:
    'Dit document is gemaakt in de testmodus. Het bindt niemand en bewijst niets. De tijden kunnen die van een testklok zijn.',
  document: 'Document',
  pages: (n) => count(n, { one: 'pagina', other: 'pagina’s' }),
  file: 'Bestand',
  fingerprint: 'Vingerafdruk (SHA-256) van het getoonde en ondertekende document',
  fingerprintOfSealed: 'Vingerafdruk (SHA-256) van het verzegelde document',
  parties: (signers) => (signers === 1 ? 'Wie heeft ondertekend' : `De ${signers} ondertekenaars`),
  identity: {
    none: ({ to }) => `Gebruikte een persoonlijke link die naar ${to} is verzonden. Er is geen code gevraagd.`,
    email_otp: ({ to }) => `Toonde toegang tot de mailbox ${to} aan met een daarheen verzonden eenmalige code.`,
    sms_otp: ({ to }) => `Toonde toegang tot de telefoon ${to} aan met een daarheen verzonden eenmalige code.`,
    vendor_identity: ({ vendor }) => `Is geïdentificeerd door ${vendor}, waar ook is ondertekend.`,
    remote_key: ({ holder, issuer }) =>
      `Las en ging akkoord op onze pagina, en bevestigde de handtekening bij de aanbieder die de persoonlijke sleutel bewaart. Het certificaat staat op naam van ${holder} en is uitgegeven door ${issuer}.`,
    simulated: () => 'Is gespeeld door een programma van de testmodus.',
  },
  signedAt: (local, utc) => `Ondertekend op ${local} (${utc}).`,
  noPicture: 'Bij deze handtekening is geen afbeelding.',
  certificateSignature: 'Digitale handtekening met het eigen certificaat. Ze staat in het document zelf.',
  issuer: 'Wie dit bewijs heeft opgesteld',
  issuedBy: (name, service) =>
    `${name} heeft om de handtekeningen gevraagd. ${service} heeft ze verzameld, het document verzegeld en dit bewijs opgesteld.`,
  issuedAt: 'Opgesteld op',
  law: 'Rechtsgrond',
  legalBasis: {
    ses: 'Elke handtekening is een gewone elektronische handtekening in de zin van artikel 3, punt 10, van Verordening (EU) nr. 910/2014 (eIDAS). Volgens artikel 25, lid 1, mogen het rechtsgevolg ervan en de toelaatbaarheid ervan als bewijsmiddel in gerechtelijke procedures niet worden ontkend louter omdat zij elektronisch of niet gekwalificeerd is.',
    aes: 'Elke handtekening is een geavanceerde elektronische handtekening in de zin van artikel 3, punt 11, en artikel 26 van Verordening (EU) nr. 910/2014 (eIDAS). Volgens artikel 25, lid 1, mogen het rechtsgevolg ervan en de toelaatbaarheid ervan als bewijsmiddel in gerechtelijke procedures niet worden ontkend louter omdat zij elektronisch of niet gekwalificeerd is.',
    qes: 'Elke handtekening is een gekwalificeerde elektronische handtekening in de zin van artikel 3, punt 12, van Verordening (EU) nr. 910/2014 (eIDAS). Volgens artikel 25, lid 2, heeft zij hetzelfde rechtsgevolg als een handgeschreven handtekening.',
  },
  noLegalBasis: 'Geen: handtekeningen uit de testmodus hebben geen rechtsgevolg.',
  seal: (level) => `Het document is verzegeld (PAdES ${level}): elke latere wijziging van de inhoud is zichtbaar.`,
  check: 'Zo controleert u dit',
  checkOnline: (page, id) =>
    `Scan de code of open ${page} en sleep het verzegelde document erheen. De pagina vertelt wie het heeft verzegeld, wanneer, en of het is gewijzigd. Het controlenummer is ${id}.`,
  checkAnywhere:
    'Elke pdf-lezer die handtekeningen controleert, toont hetzelfde. In de bijlage staat hoe elke stap zonder de dienst te controleren is.',
  story: 'Wat er is gebeurd',
  storyTimes: (zone) => `Tijdzone: ${zone}. In de bijlage staan de tijden in UTC.`,
  sentences: {
    created: ({ actor, fileName }) => `${actor} heeft het verzoek aangemaakt en het document “${fileName}” ingediend.`,
    changed: ({ actor }) => `${actor} heeft het verzoek gewijzigd.`,
    sent: ({ actor }) => `${actor} heeft het document ter ondertekening verzonden.`,
    notified: ({ signer }) => `Aan ${signer} is gevraagd te ondertekenen.`,
    email_sent: ({ signer, to }) => `Er is een e-mail verzonden aan ${signer}, naar het adres ${to}.`,
    email_delivered: ({ signer, to }) => `De mailserver van ${signer} heeft de e-mail aan ${to} aangenomen.`,
    email_bounced: ({ signer, to }) => `De e-mail aan ${signer} (${to}) kon niet worden bezorgd.`,
    email_complained: ({ signer, to }) => `${signer} heeft de e-mail aan ${to} als ongewenst gemeld.`,
    link_issued: ({ signer }) =>
      `De afzender heeft een link gekregen waarmee ${signer} op de pagina van de afzender kon ondertekenen.`,
    agency_link_issued: ({ signer }) =>
      `Bij de afzender is een sessie geopend waarin ${signer} ter plaatse kon ondertekenen.`,
    drawing_given: ({ actor, signer }) => `${actor} heeft een met de hand geschreven zin voor ${signer} ingediend.`,
    drawing_removed: ({ actor, signer }) =>
      `${actor} heeft een met de hand geschreven zin voor ${signer} teruggenomen.`,
    opened: ({ signer }) => `${signer} heeft het document geopend.`,
    pages_viewed: ({ signer, pages }) =>
      pages.length === 1
        ? `Pagina ${listed(pages)} is aan ${signer} getoond.`
        : `De pagina’s ${listed(pages)} zijn aan ${signer} getoond.`,
    otp_sent: ({ signer, to }) => `Er is een code verzonden aan ${signer}, naar ${to}.`,
    otp_failed: ({ signer }) => `${signer} heeft een verkeerde code ingevoerd.`,
    otp_verified: ({ signer, to }) => `${signer} heeft de naar ${to} verzonden code ingevoerd.`,
    consented: ({ signer, text }) => `${signer} is akkoord gegaan: “${text}”`,
    signed: ({ signer }) => `${signer} heeft het document ondertekend.`,
    signed_after_all_pages: ({ signer }) =>
      `${signer} heeft het document ondertekend. Zoals de afzender eiste, was elke pagina eerst op het scherm getoond.`,
    declined: ({ signer }) => `${signer} heeft geweigerd te ondertekenen.`,
    failed: ({ signer }) => `De ondertekening door ${signer} is mislukt.`,
    reminded: ({ signer }) => `${signer} is aan de ondertekening herinnerd.`,
    corrected: ({ actor, signer, changes }) =>
      `${actor} heeft de gegevens van ${signer} gecorrigeerd: ${listed(changes)}.`,
    extended: ({ actor }) => `${actor} heeft de termijn om te ondertekenen verlengd.`,
    completed: () => 'Iedereen had ondertekend. Het verzoek was voltooid.',
  },
  corrections: {
    name: ({ before, after }) => `naam “${after}” in plaats van “${before}”`,
    email: ({ before, after }) => `e-mail ${after} in plaats van ${before}`,
    authMethod: ({ before, after }) => `authenticatie “${after}” in plaats van “${before}”`,
    phone: 'een ander telefoonnummer',
    locale: 'een andere taal',
  },
  annex: 'Bijlage: technische gegevens',
  annexIntroduction: (attachment) =>
    `Het bijgevoegde bestand ${attachment} bevat dit alles voor programma’s en vertelt hoe iedereen het kan controleren.`,
  annexLabels: {
    title: 'Titel',
    request: 'Verzoek',
    organization: 'Organisatie',
    entity: 'Entiteit',
    signatures: 'Handtekeningen',
    written: 'Bewijs opgesteld',
    document: 'Document',
    sha256: 'SHA-256 document',
    normalized: 'Genormaliseerd',
    sha256Upload: 'SHA-256 origineel',
    sealed: 'Verzegeld document',
    sha256Sealed: 'SHA-256 verzegeld',
    acts: 'Handelingen',
    signers: 'Ondertekenaars',
    email: 'E-mail',
    notified: 'Gevraagd',
    opened: 'Geopend',
    signed: 'Ondertekend',
    address: 'IP-adres',
    userAgent: 'Browser',
    signerId: 'Kenmerk',
    notRecorded: 'niet vastgelegd',
    steps: 'Stappen',
    notaries: 'Notarissen',
    office: 'Kantoor',
    writtenByHand: 'Met de hand geschreven',
    writtenBy: 'Door',
    handedInBy: 'Ingediend door',
    writtenFor: 'Voor',
    page: 'Pagina',
    attachment: 'Bijgevoegd bestand',
    sha256Attachment: 'SHA-256',
    atVendor: 'Ondertekend bij',
    vendorFile: 'Handtekeningen',
    appended: 'toegevoegd aan het verzonden document',
    rewritten: 'op dezelfde pagina’s, in een bestand van de leverancier',
    auditTrail: 'Controlespoor',
    noAuditTrail: 'De leverancier heeft er geen',
  },
  bytes: (n) => `${n} bytes`,
  normalizedText: (bytes, changes) =>
    `Het verzonden bestand had ${bytes} bytes. Voordat iemand het zag, is het uiterlijk vastgelegd: ${changes}`,
  actsVerified: 'Door de dienst gecontroleerd vóór het verzegelen (MAC)',
  everyStep:
    'Elke stap bevat de hash van de vorige. Hash (“hash”) = SHA-256, hexadecimaal in kleine letters, van de stap zonder het veld “hash”, geschreven als canonieke JSON (RFC 8785: UTF-8, velden op naam gesorteerd, zonder spaties).',
  chainEnd: (length, hash) => `De keten eindigt na ${count(length, { one: 'stap', other: 'stappen' })} met ${hash}`,
  footer: (request, title) => `Bewijs bij verzoek ${request}, ${title}`,
  page: (number, of) => `Pagina ${number} van ${of}`,
}
