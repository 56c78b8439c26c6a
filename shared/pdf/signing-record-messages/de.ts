import type { RecordMessages } from './catalog.ts'

export const de: RecordMessages = {
  signatures: 'Unterschriften',
  heading: 'Unterschriftenprotokoll',
  title: 'Titel',
  sentBy: 'Gesendet von',
  request: 'Anfrage',
  sha256: 'SHA-256 des Dokuments',
  email: 'E-Mail',
  authentication: 'Identitätsnachweis',
  methods: {
    'Personal link': 'Persönlicher Link',
    'Code by e-mail': 'Code per E-Mail',
    'Code by SMS': 'Code per SMS',
    'Identity check by the vendor': 'Identitätsprüfung durch den Anbieter',
  },
  opened: 'Geöffnet',
  agreed: 'Zugestimmt',
  signed: 'Unterschrieben',
  address: 'IP-Adresse',
  notRecorded: 'nicht erfasst',
  textOn: (page) => `Text auf Seite ${page}`,
  check: (page, id) => `Um dieses Dokument zu prüfen, scannen Sie den Code oder öffnen Sie ${page}. Prüfnummer: ${id}.`,
  chain: (length, hash) =>
    `Die Nachweisdatei dieser Anfrage enthält ihre ${length} Schritte bis zur letzten Unterschrift, jeden mit dem Hashwert des vorhergehenden; der letzte Hashwert ist ${hash}.`,
}
