import { counting } from '../../../../shared/platform/counting.ts'
import type { VerifyMessages } from './catalog.ts'

const count = counting('pl')

const whose = {
  ours: 'pieczęć tej usługi',
  test: 'pieczęć testowa tej usługi, bez mocy prawnej',
  known: 'certyfikat podmiotu, któremu ta usługa ufa',
  unknown: 'certyfikat, którego ta usługa nie zna',
  broken: 'podpis, który nie pasuje do pliku',
}

const documents = { one: 'dokument', few: 'dokumenty', many: 'dokumentów', other: 'dokumentu' }
const files = { one: 'plik', few: 'pliki', many: 'plików', other: 'pliku' }
const seconds = { one: 'sekundę', few: 'sekundy', many: 'sekund', other: 'sekundy' }

export const pl: VerifyMessages = {
  language: 'Język',
  title: 'Sprawdzanie podpisanego dokumentu',
  introduction:
    'Tutaj można upuścić podpisany plik PDF, aby dowiedzieć się, kto i kiedy go podpisał, czy został zmieniony i czyją pieczęć ma.',
  formHeading: 'Dokument do sprawdzenia',
  file: 'Plik PDF',
  fileHint: 'Do 15 MB. Plik zostanie sprawdzony i nie będzie przechowywany.',
  check: 'Sprawdź dokument',
  checking: 'Sprawdzanie dokumentu…',
  uploadFailed: (limit) =>
    `Nie udało się wysłać dokumentu. Można sprawdzać pliki do 15 MB, najwyżej ${count(limit, files)} na minutę. Prosimy spróbować ponownie za minutę.`,
  noFile: 'Nie dotarł żaden plik. Prosimy wybrać plik PDF i spróbować ponownie.',
  tooLarge: 'Plik jest za duży. Można sprawdzać pliki do 15 MB; powyżej 4 MB przeglądarka musi zezwalać na skrypty.',
  tooMany: (limit, wait) =>
    `Z jednej sieci można sprawdzić najwyżej ${count(limit, documents)} na minutę. Prosimy spróbować ponownie za ${count(wait, seconds)}.`,
  withoutScripts: 'Ta przeglądarka nie uruchamia tu skryptów, dlatego plik może mieć najwyżej 4 MB.',
  notFoundTitle: 'Żaden opieczętowany dokument nie ma tego identyfikatora',
  notFound:
    'Prosimy porównać identyfikator z tym na dokumencie. Nie ma tu dokumentów z trybu testowego ani tych, których pliki usunięto po upływie okresu przechowywania. Plik można mimo to sprawdzić poniżej.',
  sealedTitle: 'Opieczętowany dokument ma ten identyfikator',
  sealedBy: (sender, at) => `Dokument opieczętowano w Sealpost ${at}. Nadawca: ${sender}.`,
  verificationId: 'Identyfikator weryfikacyjny',
  fingerprint: 'Skrót (SHA-256)',
  compare:
    'Identyfikator może wydrukować każdy. Dopiero sprawdzenie samego pliku poniżej daje pewność, że to ten dokument.',
  resultOf: 'Wynik sprawdzenia',
  verdicts: {
    sealed: {
      title: 'Ten dokument jest opieczętowany i kompletny',
      text: 'Ma pieczęć tej usługi i po jej złożeniu nic nie zostało zmienione.',
    },
    changed: {
      title: 'Ten dokument zmieniono po opieczętowaniu',
      text: 'Po złożeniu podpisu coś dodano lub zmieniono. Widoczna treść może się różnić od podpisanej. Należy poprosić o opieczętowany dokument.',
    },
    broken: {
      title: 'Podpis w tym dokumencie jest nieprawidłowy',
      text: 'Plik został zmieniony albo podpis sfałszowano. Nie należy na nim polegać.',
    },
    test: {
      title: 'To jest dokument testowy',
      text: 'Ma pieczęć trybu testowego tej usługi. Nikogo nie wiąże i nie ma mocy prawnej.',
    },
    known: {
      title: 'Ten dokument jest podpisany, ale nie przez tę usługę',
      text: 'Podpisy poświadczyły podmioty, którym ta usługa ufa, a po ostatnim z nich nic nie zostało zmienione.',
    },
    unknown: {
      title: 'Ten dokument nie ma pieczęci tej usługi',
      text: 'Podpisano go certyfikatem, którego ta usługa nie zna. Taki certyfikat może utworzyć każdy, pod dowolną nazwą.',
    },
    unsigned: {
      title: 'Ten dokument nie jest opieczętowany',
      text: 'Plik nie zawiera podpisu elektronicznego ani pieczęci, niezależnie od tego, co widać na jego stronach. Dokumenty wydrukowane i zeskanowane tracą pieczęć.',
    },
    uncertain: {
      title: 'Tego dokumentu nie można sprawdzić z całą pewnością',
      text: 'Struktura pliku jest uszkodzona lub niejednoznaczna, więc różne programy mogą go różnie wyświetlać. Nie należy na nim polegać.',
    },
    unreadable: {
      title: 'Tego pliku nie można sprawdzić',
      text: 'To nie jest plik PDF, plik jest zaszyfrowany lub uszkodzony albo zbyt złożony, by można go było bezpiecznie odczytać.',
    },
  },
  sealTime: (at, isProved) =>
    isProved
      ? `Podpis lub pieczęć złożono ${at}. Czas potwierdza urząd znacznika czasu.`
      : `Podpis lub pieczęć złożono ${at}.`,
  appended:
    'Po złożeniu pieczęci dodano dane, które nie zmieniają widocznej treści, na przykład znaczniki czasu pozwalające dłużej dowodzić ważności pieczęci.',
  appendedUnknown:
    'Po złożeniu pieczęci dodano dane, które nie zmieniają widocznej treści. Ta usługa nie wie, kto je utworzył, i niczego tu nie dowodzą.',
  uselessTimestamp:
    'Dodano znacznik czasu, który jest uszkodzony lub starszy od tego, czego miałby dowodzić. Niczego nie dowodzi.',
  isDocument: (sender) => `To dokument przekazany do podpisu w tej usłudze. Nadawca: ${sender}.`,
  isEvidence: (sender) => `To dowód dotyczący dokumentu przekazanego do podpisu w tej usłudze. Nadawca: ${sender}.`,
  signers: (signers) => (signers === 1 ? 'Osoba podpisująca' : `Osoby podpisujące (${signers})`),
  signedBy: (name, at) => `${name}, ${at}`,
  signatures: (signatures) => (signatures === 1 ? 'Podpis w pliku' : `Podpisy w pliku (${signatures})`),
  certificate: (name, kind) => `${name}: ${whose[kind]}`,
  notKept: 'Plik nie jest przechowywany.',
}
