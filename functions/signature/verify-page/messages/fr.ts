import { thatName } from '../../../../shared/platform/french.ts'
import type { VerifyMessages } from './catalog.ts'

const whose = {
  ours: 'le sceau de ce service',
  test: 'le sceau de test de ce service, sans valeur juridique',
  known: 'un certificat d’une autorité reconnue par ce service',
  unknown: 'un certificat que ce service ne connaît pas',
  broken: 'une signature qui ne correspond pas au fichier',
}

export const fr: VerifyMessages = {
  language: 'Langue',
  title: 'Vérifier un document signé',
  introduction:
    'Déposez ici un PDF signé. Vous saurez qui l’a signé, quand, s’il a été modifié et de qui est son sceau.',
  formHeading: 'Votre document',
  file: 'Fichier PDF',
  fileHint: 'Jusqu’à 15 Mo. Le fichier est vérifié et n’est pas conservé.',
  check: 'Vérifier le document',
  checking: 'Vérification du document…',
  uploadFailed: (limit) =>
    `Le document n’a pas pu être envoyé. Les fichiers de 15 Mo au plus peuvent être vérifiés, ${limit} par minute. Réessayez dans une minute.`,
  noFile: 'Aucun fichier n’est arrivé. Choisissez un PDF et réessayez.',
  tooLarge:
    'Le fichier est trop volumineux. La limite est de 15 Mo ; au-delà de 4 Mo, votre navigateur doit autoriser les scripts.',
  tooMany: (limit, seconds) =>
    `Depuis un même réseau, ${limit} documents peuvent être vérifiés par minute. Réessayez dans ${seconds} secondes.`,
  withoutScripts: 'Votre navigateur n’exécute pas de scripts ici : le fichier peut avoir 4 Mo au plus.',
  notFoundTitle: 'Aucun document scellé n’a cet identifiant',
  notFound:
    'Comparez l’identifiant avec celui du document. Les documents du mode test et ceux dont les fichiers ont été supprimés à la fin de leur conservation ne figurent pas ici. Vous pouvez tout de même vérifier un fichier ci-dessous.',
  sealedTitle: 'Un document scellé a cet identifiant',
  sealedBy: (sender, at) => `Sealpost l’a scellé pour ${sender} le ${at}.`,
  verificationId: 'Identifiant de vérification',
  fingerprint: 'Empreinte (SHA-256)',
  compare:
    'N’importe qui peut imprimer un identifiant sur une page. Vérifiez le fichier lui-même ci-dessous : vous saurez alors s’il s’agit bien de ce document.',
  resultOf: 'Résultat de la vérification',
  verdicts: {
    sealed: {
      title: 'Ce document est scellé et complet',
      text: 'Il porte le sceau de ce service, et rien n’a été modifié après le scellement.',
    },
    changed: {
      title: 'Ce document a été modifié après son scellement',
      text: 'Un ajout ou une modification suit la signature. Ce que vous voyez peut différer de ce qui a été signé. Demandez le document scellé.',
    },
    broken: {
      title: 'Une signature de ce document est invalide',
      text: 'Le fichier a été modifié ou la signature est falsifiée. Ne vous y fiez pas.',
    },
    test: {
      title: 'Ceci est un document de test',
      text: 'Il porte le sceau du mode test de ce service. Il n’engage personne et n’a pas de valeur juridique.',
    },
    known: {
      title: 'Ce document est signé, mais pas par ce service',
      text: 'Des autorités reconnues par ce service ont certifié les signatures, et rien n’a été modifié après la dernière.',
    },
    unknown: {
      title: 'Ce document ne porte pas le sceau de ce service',
      text: 'Il est signé avec un certificat que ce service ne connaît pas. N’importe qui peut créer un tel certificat sous n’importe quel nom.',
    },
    unsigned: {
      title: 'Ce document n’est pas scellé',
      text: 'Le fichier n’a ni signature ni sceau électronique, quoi que montrent ses pages. Un document imprimé puis numérisé perd son sceau.',
    },
    uncertain: {
      title: 'Ce document ne peut pas être vérifié avec certitude',
      text: 'La structure du fichier est endommagée ou ambiguë : des lecteurs peuvent l’afficher différemment. Ne vous y fiez pas.',
    },
    unreadable: {
      title: 'Ce fichier ne peut pas être vérifié',
      text: 'Ce n’est pas un PDF, ou il est chiffré, endommagé ou trop complexe pour être lu sans risque.',
    },
  },
  sealTime: (at, isProved) =>
    isProved ? `Signé ou scellé le ${at}. Une autorité d’horodatage prouve l’heure.` : `Signé ou scellé le ${at}.`,
  appended:
    'Des données qui ne changent rien à ce que vous voyez suivent le sceau, comme des horodatages qui prolongent sa preuve.',
  appendedUnknown:
    'Des données qui ne changent rien à ce que vous voyez suivent le sceau. Ce service ne sait pas qui les a faites, et elles ne prouvent rien ici.',
  uselessTimestamp:
    'Un horodatage a été ajouté, qui est invalide ou antérieur à ce qu’il est censé prouver. Il ne prouve rien.',
  isDocument: (sender) => `C’est le document ${thatName(sender)} a fait signer avec ce service.`,
  isEvidence: (sender) => `C’est la preuve d’un document ${thatName(sender)} a fait signer avec ce service.`,
  signers: (count) => (count === 1 ? 'Signé par' : `Signé par ${count} personnes`),
  signedBy: (name, at) => `${name}, le ${at}`,
  signatures: (count) => (count === 1 ? 'La signature du fichier' : `Les ${count} signatures du fichier`),
  certificate: (name, kind) => `${name} : ${whose[kind]}`,
  notKept: 'Le fichier n’a pas été conservé.',
}
