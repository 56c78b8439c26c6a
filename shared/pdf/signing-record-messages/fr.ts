import type { RecordMessages } from './catalog.ts'

export const fr: RecordMessages = {
  signatures: 'Signatures',
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
}
