import type { RecordMessages } from './catalog.ts'

export const it: RecordMessages = {
  signatures: 'Firme',
  heading: 'Registro delle firme',
  title: 'Titolo',
  sentBy: 'Inviato da',
  request: 'Richiesta',
  sha256: 'SHA-256 del documento',
  email: 'E-mail',
  authentication: 'Autenticazione',
  methods: {
    'Personal link': 'Link personale',
    'Code by e-mail': 'Codice via e-mail',
    'Code by SMS': 'Codice via SMS',
    'Identity check by the vendor': 'Identità verificata dal fornitore',
  },
  opened: 'Aperto',
  agreed: 'Consenso',
  signed: 'Firmato',
  address: 'Indirizzo IP',
  notRecorded: 'non registrato',
  textOn: (page) => `Testo a pagina ${page}`,
  check: (page, id) => `Per verificare questo documento, inquadri il codice o apra ${page}. Codice di verifica: ${id}.`,
  chain: (length, hash) =>
    `Il file di prova di questa richiesta elenca i suoi ${length} passaggi fino all’ultima firma, ciascuno con l’impronta del precedente; l’ultima impronta è ${hash}.`,
}
