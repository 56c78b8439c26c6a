import { counting } from '../../../../../shared/platform/counting.ts'
import type { EvidenceMessages } from './catalog.ts'

const count = counting('pl')
const listed = (items: readonly (number | string)[]) => new Intl.ListFormat('pl').format(items.map(String))
const sheets = { one: 'strona', few: 'strony', many: 'stron', other: 'strony' }
const people = { one: 'osoba podpisała', few: 'osoby podpisały', many: 'osób podpisało', other: 'osoby podpisało' }
const bytes = { one: 'bajt', few: 'bajty', many: 'bajtów', other: 'bajta' }

/** Names are not declined, and a verb in the past does not know of whom it speaks: `osoba` carries the grammar. */
export const pl: EvidenceMessages = {
  title: 'Dowód złożenia podpisu elektronicznego',
  summary: (signers, at) =>
    signers === 1
      ? `Jedna osoba podpisała ten dokument elektronicznie: ${at}.`
      : `${count(signers, people)} ten dokument elektronicznie. Ostatni podpis złożono ${at}.`,
  testNotice:
    'Ten dokument powstał w trybie testowym. Nikogo nie wiąże i niczego nie dowodzi. Podane w nim czasy mogą pochodzić z zegara testowego.',
  document: 'Dokument',
  pages: (n) => count(n, sheets),
  file: 'Plik',
  fingerprint: 'Skrót (SHA-256) dokumentu, który pokazano i podpisano',
  fingerprintOfSealed: 'Skrót (SHA-256) opieczętowanego dokumentu',
  parties: (signers) => (signers === 1 ? 'Osoba podpisująca' : `Osoby podpisujące (${signers})`),
  identity: {
    none: ({ to }) => `Użyto osobistego linku wysłanego na adres ${to}. Nie wymagano kodu.`,
    email_otp: ({ to }) => `Dostęp do skrzynki ${to} potwierdzono wpisaniem wysłanego tam jednorazowego kodu.`,
    sms_otp: ({ to }) => `Dostęp do telefonu ${to} potwierdzono wpisaniem wysłanego tam jednorazowego kodu.`,
    vendor_identity: ({ vendor }) => `Tożsamość sprawdził i podpis zebrał dostawca: ${vendor}.`,
    remote_key: ({ holder, issuer }) =>
      `Dokument przeczytano i zaakceptowano na naszej stronie, a podpis potwierdzono u dostawcy, który przechowuje klucz osobisty. Certyfikat jest wystawiony na: ${holder}. Wystawca: ${issuer}.`,
    simulated: () => 'Rolę osoby podpisującej odegrał program trybu testowego.',
  },
  signedAt: (local, utc) => `Podpisano ${local} (${utc}).`,
  noPicture: 'Ten podpis nie ma obrazu.',
  certificateSignature: 'Podpis cyfrowy złożony własnym certyfikatem. Znajduje się w samym dokumencie.',
  issuer: 'Kto wystawił ten dowód',
  issuedBy: (name, service) =>
    `O podpisy zwrócił się nadawca: ${name}. Podpisy zebrano, dokument opieczętowano i dowód sporządzono w usłudze ${service}.`,
  issuedAt: 'Wystawiono',
  law: 'Podstawa prawna',
  legalBasis: {
    ses: 'Każdy podpis jest zwykłym podpisem elektronicznym w rozumieniu art. 3 pkt 10 rozporządzenia (UE) nr 910/2014 (eIDAS). Zgodnie z art. 25 ust. 1 nie można mu odmówić skutku prawnego ani dopuszczalności jako dowodu w postępowaniu sądowym wyłącznie z tego powodu, że ma postać elektroniczną lub nie jest kwalifikowany.',
    aes: 'Każdy podpis jest zaawansowanym podpisem elektronicznym w rozumieniu art. 3 pkt 11 i art. 26 rozporządzenia (UE) nr 910/2014 (eIDAS). Zgodnie z art. 25 ust. 1 nie można mu odmówić skutku prawnego ani dopuszczalności jako dowodu w postępowaniu sądowym wyłącznie z tego powodu, że ma postać elektroniczną lub nie jest kwalifikowany.',
    qes: 'Każdy podpis jest kwalifikowanym podpisem elektronicznym w rozumieniu art. 3 pkt 12 rozporządzenia (UE) nr 910/2014 (eIDAS). Zgodnie z art. 25 ust. 2 ma on skutek prawny równoważny podpisowi własnoręcznemu.',
  },
  noLegalBasis: 'Brak: podpisy złożone w trybie testowym nie wywołują skutków prawnych.',
  seal: (level) => `Dokument jest opieczętowany (PAdES ${level}): każdą późniejszą zmianę jego treści można wykryć.`,
  check: 'Jak to sprawdzić',
  checkOnline: (page, id) =>
    `Należy zeskanować kod lub otworzyć ${page} i upuścić tam opieczętowany dokument. Strona pokaże, kto i kiedy go opieczętował oraz czy został zmieniony. Identyfikator weryfikacyjny: ${id}.`,
  checkAnywhere:
    'Każdy czytnik PDF, który sprawdza podpisy, pokazuje to samo. Załącznik wyjaśnia, jak sprawdzić każdy krok bez tej usługi.',
  story: 'Przebieg zdarzeń',
  storyTimes: (zone) => `Strefa czasowa: ${zone}. W załączniku czas podano w UTC.`,
  sentences: {
    created: ({ actor, fileName }) => `Nadawca (${actor}) utworzył prośbę i przesłał dokument „${fileName}”.`,
    changed: ({ actor }) => `Nadawca (${actor}) zmienił prośbę.`,
    sent: ({ actor }) => `Nadawca (${actor}) wysłał dokument do podpisu.`,
    notified: ({ signer }) => `Osobę podpisującą (${signer}) poproszono o podpis.`,
    email_sent: ({ signer, to }) => `Do osoby podpisującej (${signer}) wysłano e-mail na adres ${to}.`,
    email_delivered: ({ signer, to }) =>
      `Serwer poczty osoby podpisującej (${signer}) przyjął e-mail wysłany na adres ${to}.`,
    email_bounced: ({ signer, to }) =>
      `Nie udało się doręczyć e-maila do osoby podpisującej (${signer}) na adres ${to}.`,
    email_complained: ({ signer, to }) =>
      `Osoba podpisująca (${signer}) zgłosiła e-mail wysłany na adres ${to} jako niechciany.`,
    link_issued: ({ signer }) =>
      `Nadawca otrzymał link, którym osoba podpisująca (${signer}) mogła podpisać na stronie nadawcy.`,
    agency_link_issued: ({ signer }) =>
      `U nadawcy otwarto sesję, w której osoba podpisująca (${signer}) mogła podpisać na miejscu.`,
    drawing_given: ({ actor, signer }) =>
      `Nadawca (${actor}) przekazał zdanie napisane odręcznie dla osoby podpisującej (${signer}).`,
    drawing_removed: ({ actor, signer }) =>
      `Nadawca (${actor}) wycofał zdanie napisane odręcznie dla osoby podpisującej (${signer}).`,
    opened: ({ signer }) => `Osoba podpisująca (${signer}) otworzyła dokument.`,
    pages_viewed: ({ signer, pages }) =>
      `Osobie podpisującej (${signer}) pokazano ${pages.length === 1 ? 'stronę' : 'strony'} ${listed(pages)}.`,
    otp_sent: ({ signer, to }) => `Do osoby podpisującej (${signer}) wysłano kod: ${to}.`,
    otp_failed: ({ signer }) => `Osoba podpisująca (${signer}) wpisała błędny kod.`,
    otp_verified: ({ signer, to }) => `Osoba podpisująca (${signer}) wpisała kod wysłany do ${to}.`,
    consented: ({ signer, text }) => `Osoba podpisująca (${signer}) wyraziła zgodę: „${text}”`,
    signed: ({ signer }) => `Osoba podpisująca (${signer}) podpisała dokument.`,
    signed_after_all_pages: ({ signer }) =>
      `Osoba podpisująca (${signer}) podpisała dokument. Zgodnie z wymaganiem nadawcy wcześniej wyświetlono na ekranie każdą stronę.`,
    declined: ({ signer }) => `Osoba podpisująca (${signer}) odmówiła podpisania.`,
    failed: ({ signer }) => `Złożenie podpisu przez osobę podpisującą (${signer}) nie powiodło się.`,
    reminded: ({ signer }) => `Osobie podpisującej (${signer}) przypomniano o podpisie.`,
    corrected: ({ actor, signer, changes }) =>
      `Nadawca (${actor}) poprawił dane osoby podpisującej (${signer}): ${listed(changes)}.`,
    extended: ({ actor }) => `Nadawca (${actor}) przedłużył termin podpisania.`,
    completed: () => 'Wszyscy podpisali. Procedura została zakończona.',
  },
  corrections: {
    name: ({ before, after }) => `imię i nazwisko „${after}” zamiast „${before}”`,
    email: ({ before, after }) => `e-mail ${after} zamiast ${before}`,
    authMethod: ({ before, after }) => `uwierzytelnienie „${after}” zamiast „${before}”`,
    phone: 'inny numer telefonu',
    locale: 'inny język',
  },
  annex: 'Załącznik: dane techniczne',
  annexIntroduction: (attachment) =>
    `Dołączony plik ${attachment} zawiera to wszystko dla programów i wyjaśnia, jak każdy może to sprawdzić.`,
  annexLabels: {
    title: 'Tytuł',
    request: 'Prośba',
    organization: 'Organizacja',
    entity: 'Jednostka',
    signatures: 'Podpisy',
    written: 'Sporządzono',
    document: 'Dokument',
    sha256: 'SHA-256 dokumentu',
    normalized: 'Ujednolicono',
    sha256Upload: 'SHA-256 oryginału',
    sealed: 'Opieczętowany',
    sha256Sealed: 'SHA-256 opieczęt.',
    acts: 'Czynności',
    signers: 'Osoby podpisujące',
    email: 'E-mail',
    notified: 'Poproszono',
    opened: 'Otwarto',
    signed: 'Podpisano',
    address: 'Adres IP',
    userAgent: 'Przeglądarka',
    signerId: 'Identyfikator',
    notRecorded: 'nie zapisano',
    steps: 'Kroki',
    notaries: 'Notariusze',
    office: 'Kancelaria',
    writtenByHand: 'Napisano odręcznie',
    writtenBy: 'Przez',
    handedInBy: 'Przekazane przez',
    writtenFor: 'Dla',
    page: 'Strona',
    attachment: 'Dołączony plik',
    sha256Attachment: 'SHA-256',
    atVendor: 'Podpisano u dostawcy',
    vendorFile: 'Podpisy',
    appended: 'dodane do wysłanego dokumentu',
    rewritten: 'na tych samych stronach, w pliku dostawcy',
    auditTrail: 'Dziennik zdarzeń',
    noAuditTrail: 'Dostawca go nie prowadzi',
  },
  bytes: (n) => count(n, bytes),
  normalizedText: (size, changes) =>
    `Rozmiar wysłanego pliku w bajtach: ${size}. Zanim ktokolwiek go zobaczył, utrwalono jego wygląd: ${changes}`,
  actsVerified: 'Sprawdzone przez usługę przed opieczętowaniem (MAC)',
  everyStep:
    'Każdy krok zawiera skrót poprzedniego. Skrót („hash”) = SHA-256, szesnastkowo małymi literami, kroku bez pola „hash”, zapisanego jako kanoniczny JSON (RFC 8785: UTF-8, pola uporządkowane według nazw, bez spacji).',
  chainEnd: (length, hash) =>
    `Łańcuch kończy się po ${count(length, { one: 'kroku', other: 'krokach' })} skrótem ${hash}`,
  footer: (request, title) => `Dowód do prośby ${request}, ${title}`,
  page: (number, of) => `Strona ${number} z ${of}`,
}
