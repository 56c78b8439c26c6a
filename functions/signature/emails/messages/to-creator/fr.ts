import type { CreatorMessages, Facts } from '../catalog.ts'

const greeting = ({ firstName }: Facts) => (firstName === null ? 'Bonjour,' : `Bonjour ${firstName},`)

const reasonOf = ({ reason }: Facts) => (reason === null ? 'Aucun motif n’a été donné.' : `Motif indiqué : ${reason}`)

const switchOff =
  'Les administrateurs peuvent désactiver ce message dans les paramètres, sous « E-mails au créateur d’une demande ».'

export const frenchToCreator: CreatorMessages = {
  declinedToCreator: (facts) => ({
    subject: `${facts.endedBy} a refusé de signer : ${facts.title}`,
    preheader: 'Plus personne ne peut le signer.',
    heading: `La signature de « ${facts.title} » a été refusée`,
    paragraphs: [
      greeting(facts),
      `${facts.endedBy} a refusé de signer « ${facts.title} ». La demande est close, et plus personne ne peut signer.`,
      reasonOf(facts),
      'Si vous avez toujours besoin des signatures, envoyez une nouvelle demande.',
    ],
    smallPrint: [],
  }),
  expiredToCreator: (facts) => ({
    subject: `Délai dépassé, il manque des signatures : ${facts.title}`,
    preheader: `La signature était possible jusqu’au ${facts.expiry}.`,
    heading: `La demande « ${facts.title} » a expiré`,
    paragraphs: [
      greeting(facts),
      `« ${facts.title} » pouvait être signé jusqu’au ${facts.expiry}. Il manque des signatures, et plus personne ne peut signer.`,
      'Si vous avez toujours besoin des signatures, envoyez une nouvelle demande.',
    ],
    smallPrint: [],
  }),
  completedToCreator: (facts) => ({
    subject: `Toutes les signatures sont là : ${facts.title}`,
    preheader: 'Le document scellé est prêt.',
    heading: `« ${facts.title} » est signé`,
    paragraphs: [
      greeting(facts),
      `Tout le monde a signé « ${facts.title} » : ${facts.others}.`,
      'Vous pouvez maintenant télécharger le document scellé et le fichier de preuves depuis la demande.',
    ],
    smallPrint: [],
  }),
  purging: (facts) => ({
    subject: `Suppression prochaine des fichiers : ${facts.title}`,
    preheader: `Ils seront supprimés le ${facts.purge}.`,
    heading: `Les fichiers de « ${facts.title} » vont être supprimés`,
    paragraphs: [
      greeting(facts),
      `Selon les réglages de votre organisation, les fichiers de « ${facts.title} » seront supprimés le ${facts.purge} : le document, le document signé et le fichier de preuves.`,
      'Téléchargez-les avant cette date si vous en avez encore besoin. La demande, son historique et les empreintes de ses fichiers sont conservés.',
    ],
    smallPrint: [],
  }),
  signedToCreator: (facts) => ({
    subject: `${facts.about} a signé : ${facts.title}`,
    preheader: `Signatures reçues : ${facts.signatures.done} sur ${facts.signatures.of}.`,
    heading: `${facts.about} a signé « ${facts.title} »`,
    paragraphs: [
      greeting(facts),
      `${facts.about} a signé « ${facts.title} ». Signatures reçues : ${facts.signatures.done} sur ${facts.signatures.of}.`,
      `Les autres personnes peuvent signer jusqu’au ${facts.expiry}.`,
    ],
    smallPrint: [switchOff],
  }),
  bouncedToCreator: (facts) => ({
    subject: `Un message n’a pas pu être remis : ${facts.title}`,
    preheader: `${facts.about} ne l’a pas reçu.`,
    heading: `${facts.about} n’a pas reçu notre message`,
    paragraphs: [
      greeting(facts),
      `Notre message à ${facts.about} au sujet de « ${facts.title} » n’a pas pu être remis à ${facts.aboutEmail}.`,
      'Vérifiez l’adresse et corrigez-la dans la demande. Un nouveau lien part aussitôt à l’adresse corrigée.',
    ],
    smallPrint: [switchOff],
  }),
}
