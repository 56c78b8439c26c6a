import { quotation } from '../../../../shared/mail/layout/quotation.ts'
import { codeLimits } from '../../../../shared/personal-links/code-proof.ts'
import { minuteMs } from '../../../../shared/platform/clock.ts'
import type { Facts, SignerMessages } from './catalog.ts'

const codeMinutes = codeLimits.livesMs / minuteMs

const greeting = ({ firstName }: Facts) => (firstName === null ? 'Dzień dobry,' : `Dzień dobry, ${firstName},`)

const asksAsWell = ({ others }: Facts) => (others === null ? [] : [`O podpis proszeni są także: ${others}.`])

/** The message is marked as quoted, so that nobody can speak in our name. */
const wrote = ({ sender, message }: Facts) =>
  message.length === 0 ? [] : [`Wiadomość, nadawca: ${sender}`, quotation(['„', '”'], message)]

const reasonOf = ({ reason }: Facts) => (reason === null ? 'Nie podano powodu.' : `Powód: ${reason}`)

const howToSign = (facts: Facts) =>
  `Dokument można otworzyć, przeczytać i podpisać w przeglądarce. Konto nie jest potrzebne. Termin podpisania: ${facts.expiry}.`

const canSignUntil = (facts: Facts) => `Termin podpisania: ${facts.expiry}.`

const personal =
  'Ten link jest osobisty: każdy, kto go ma, może działać w imieniu adresata. Prosimy nie przekazywać tej wiadomości dalej.'

const unexpected =
  'Ta wiadomość jest nieoczekiwana? Można ją zignorować. Bez złożenia podpisu nic nie zostanie podpisane.'

const forSigning = [personal, unexpected]

const linkLife = (facts: Facts) =>
  facts.purge === null
    ? 'Link działa, dopóki nadawca przechowuje tu dokument.'
    : `Link przestanie działać: ${facts.purge}.`

const nothingToDo = 'Nic nie trzeba robić.'

export const polish: SignerMessages = {
  invitation: (facts) => ({
    subject: `${facts.sender} prosi o podpis: ${facts.title}`,
    preheader: canSignUntil(facts),
    heading: `Prośba o podpisanie dokumentu „${facts.title}”`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} prosi o przeczytanie i podpisanie dokumentu „${facts.title}”.`,
      ...wrote(facts),
      ...asksAsWell(facts),
      howToSign(facts),
    ],
    button: 'Przeczytaj i podpisz',
    smallPrint: forSigning,
  }),
  reminder: (facts) => ({
    subject: `Przypomnienie o podpisie: ${facts.title}`,
    preheader: canSignUntil(facts),
    heading: `Dokument „${facts.title}” czeka na podpis`,
    paragraphs: [
      greeting(facts),
      `Przypominamy: ${facts.sender} prosi o podpisanie dokumentu „${facts.title}”. Tego podpisu jeszcze brakuje.`,
      ...wrote(facts),
      ...asksAsWell(facts),
      howToSign(facts),
    ],
    button: 'Przeczytaj i podpisz',
    smallPrint: forSigning,
  }),
  extended: (facts) => ({
    subject: `Więcej czasu na podpis: ${facts.title}`,
    preheader: `Nowy termin podpisania: ${facts.expiry}.`,
    heading: `Jest więcej czasu na podpisanie dokumentu „${facts.title}”`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} daje więcej czasu na podpisanie dokumentu „${facts.title}”.`,
      ...wrote(facts),
      ...asksAsWell(facts),
      howToSign(facts),
    ],
    button: 'Przeczytaj i podpisz',
    smallPrint: forSigning,
  }),
  code: (facts, code) => ({
    subject: `Kod do podpisania: ${facts.title}`,
    preheader: `Jest ważny przez ${codeMinutes} minut.`,
    heading: 'Kod do podpisania',
    paragraphs: [
      greeting(facts),
      `Ten kod należy wpisać na stronie, na której podpisywany jest dokument „${facts.title}” (nadawca: ${facts.sender}):`,
      code,
      `Jest ważny przez ${codeMinutes} minut od chwili zamówienia. Jeśli przyszło kilka kodów, działa tylko ostatni.`,
    ],
    code,
    smallPrint: [
      'Tego kodu nie należy nikomu podawać. Ani nadawca, ani Sealpost nigdy o niego nie poproszą.',
      'Kod nie był zamawiany? Być może ktoś inny ma ten osobisty link. Prosimy powiadomić nadawcę.',
    ],
  }),
  declined: (facts) => ({
    subject: `Odmowa podpisu: ${facts.title}`,
    preheader: `Odmowa podpisu: ${facts.endedBy}.`,
    heading: `Dokument „${facts.title}” nie zostanie podpisany`,
    paragraphs: [
      greeting(facts),
      `Odmowę podpisania dokumentu „${facts.title}” (nadawca: ${facts.sender}) złożył podpisujący: ${facts.endedBy}. Nikt nie może go już podpisać.`,
      nothingToDo,
    ],
    smallPrint: [],
  }),
  canceled: (facts) => ({
    subject: `Prośba anulowana: ${facts.title}`,
    preheader: 'Podpis nie jest już potrzebny.',
    heading: `Dokumentu „${facts.title}” nie trzeba już podpisywać`,
    paragraphs: [
      greeting(facts),
      `Prośba o podpisanie dokumentu „${facts.title}” została anulowana przez: ${facts.endedBy}. Nikt nie może go już podpisać.`,
      reasonOf(facts),
      nothingToDo,
    ],
    smallPrint: [],
  }),
  expired: (facts) => ({
    subject: `Termin minął: ${facts.title}`,
    preheader: `Termin podpisania: ${facts.expiry}.`,
    heading: `Minął termin podpisania dokumentu „${facts.title}”`,
    paragraphs: [
      greeting(facts),
      `Minął termin podpisania dokumentu „${facts.title}” (nadawca: ${facts.sender}): ${facts.expiry}. Nikt nie może go już podpisać.`,
      'Jeśli podpis jest nadal potrzebny, nadawca może przesłać nową prośbę.',
    ],
    smallPrint: [],
  }),
  completed: (facts) => ({
    subject: `Podpisany przez wszystkich: ${facts.title}`,
    preheader: 'Opieczętowany dokument jest gotowy do pobrania.',
    heading: `Dokument „${facts.title}” jest podpisany`,
    paragraphs: [
      greeting(facts),
      `Wszyscy podpisali dokument „${facts.title}” (nadawca: ${facts.sender}). Dziękujemy.`,
      'Dokument jest opieczętowany: każda późniejsza zmiana byłaby widoczna. Prosimy pobrać i zachować swój egzemplarz.',
    ],
    button: 'Pobierz podpisany dokument',
    smallPrint: ['Ten link jest osobisty. Prosimy nie przekazywać tej wiadomości dalej.', linkLife(facts)],
  }),
  completedToOthers: (facts) => ({
    subject: `Kopia podpisanego dokumentu: ${facts.title}`,
    preheader: `${facts.sender} przesyła kopię.`,
    heading: `Dokument „${facts.title}” jest podpisany`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} przesyła kopię dokumentu „${facts.title}”. Podpisali wszyscy: ${facts.others}.`,
      'Dokument jest opieczętowany: każda późniejsza zmiana byłaby widoczna.',
    ],
    button: 'Pobierz podpisany dokument',
    smallPrint: [
      'Ten link jest osobisty. Prosimy nie przekazywać tej wiadomości dalej.',
      linkLife(facts),
      'Ta wiadomość jest nieoczekiwana? Można ją zignorować.',
    ],
  }),
  completedToNotary: (facts) => ({
    subject: `Podpisany dokument do akt: ${facts.title}`,
    preheader: `${facts.sender} wskazuje tego odbiorcę jako notariusza.`,
    heading: `Dokument „${facts.title}” jest podpisany`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} wskazuje tego odbiorcę jako notariusza dla dokumentu „${facts.title}”. Podpisali wszyscy: ${facts.others}.`,
      'Dokument jest opieczętowany: każda późniejsza zmiana byłaby widoczna. Niczego nie trzeba podpisywać.',
    ],
    button: 'Pobierz podpisany dokument',
    smallPrint: [
      'Ten link jest osobisty. Prosimy nie przekazywać tej wiadomości dalej.',
      linkLife(facts),
      'Ta wiadomość jest nieoczekiwana? Można ją zignorować.',
    ],
  }),
  codeText: (code, organization) =>
    `${code} to kod do podpisu dokumentu (${organization}). Wygasa po ${codeMinutes} minutach. Nie podawaj go nikomu.`,
  test: 'To jest test: to, co zostanie tu podpisane, nie ma mocy prawnej.',
  onBehalf: (sender) => `Sealpost wysyła tę wiadomość w imieniu nadawcy: ${sender}.`,
}
