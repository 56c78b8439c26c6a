import type { Translated } from '../platform/locale.ts'

/** The words of the record of signatures, which the sealed document ends with. */
export interface RecordMessages {
  readonly heading: string
  readonly title: string
  readonly sentBy: string
  readonly request: string
  readonly sha256: string
  readonly email: string
  readonly authentication: string
  readonly methods: Readonly<Record<string, string>>
  readonly opened: string
  readonly agreed: string
  readonly signed: string
  readonly address: string
  readonly notRecorded: string
  readonly textOn: (page: number) => string
  readonly check: (page: string, id: string) => string
  readonly chain: (length: number, hash: string) => string
}

export const recordMessages: Translated<RecordMessages> = {
  en: {
    heading: 'Record of signatures',
    title: 'Title',
    sentBy: 'Sent by',
    request: 'Request',
    sha256: 'SHA-256 of document',
    email: 'E-mail',
    authentication: 'Authentication',
    methods: {},
    opened: 'Opened',
    agreed: 'Agreed to sign',
    signed: 'Signed',
    address: 'Address',
    notRecorded: 'not recorded',
    textOn: (page) => `Text on page ${page}`,
    check: (page, id) => `To check this document, scan the code or open ${page}. Verification id: ${id}.`,
    chain: (length, hash) =>
      `The evidence file of this request lists its ${length} steps up to the last signature, each with the hash of the one before; the last hash is ${hash}.`,
  },
  fr: {
    heading: 'Relevé des signatures',
    title: 'Titre',
    sentBy: 'Envoyé par',
    request: 'Demande',
    sha256: 'SHA-256 du document',
    email: 'E-mail',
    authentication: 'Authentification',
    methods: {
      'Personal link': 'Lien personnel',
      'Code by e-mail': 'Code par e-mail',
      'Code by SMS': 'Code par SMS',
      'Identity check by the vendor': 'Identité vérifiée par le prestataire',
    },
    opened: 'Ouvert',
    agreed: 'Accord donné',
    signed: 'Signé',
    address: 'Adresse IP',
    notRecorded: 'non enregistrée',
    textOn: (page) => `Texte page ${page}`,
    check: (page, id) =>
      `Pour vérifier ce document, scannez le code ou ouvrez ${page}. Identifiant de vérification : ${id}.`,
    chain: (length, hash) =>
      `Le fichier de preuve de cette demande liste ses ${length} étapes jusqu’à la dernière signature, chacune avec l’empreinte de la précédente ; la dernière empreinte est ${hash}.`,
  },
}
