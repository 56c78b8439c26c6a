import type { RecordMessages } from './catalog.ts'

export const pl: RecordMessages = {
  signatures: 'Podpisy',
  heading: 'Wykaz podpisów',
  title: 'Tytuł',
  sentBy: 'Nadawca',
  request: 'Prośba',
  sha256: 'SHA-256 dokumentu',
  email: 'E-mail',
  authentication: 'Uwierzytelnienie',
  methods: {
    'Personal link': 'Osobisty link',
    'Code by e-mail': 'Kod przez e-mail',
    'Code by SMS': 'Kod SMS',
    'Identity check by the vendor': 'Tożsamość sprawdzona przez dostawcę',
  },
  opened: 'Otwarto',
  agreed: 'Wyrażono zgodę',
  signed: 'Podpisano',
  address: 'Adres IP',
  notRecorded: 'nie zapisano',
  textOn: (page) => `Tekst na stronie ${page}`,
  check: (page, id) =>
    `Aby sprawdzić ten dokument, należy zeskanować kod lub otworzyć ${page}. Identyfikator weryfikacyjny: ${id}.`,
  chain: (length, hash) =>
    `Plik dowodowy tej prośby zawiera wszystkie kroki (${length}) do ostatniego podpisu, każdy ze skrótem poprzedniego; ostatni skrót to ${hash}.`,
}
