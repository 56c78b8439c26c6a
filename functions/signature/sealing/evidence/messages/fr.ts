import { hashRuleInFrench } from '../../../../../shared/pdf/how-to-check.ts'
import { ofName } from '../../../../../shared/platform/french.ts'
import type { EvidenceMessages } from './catalog.ts'

const listed = (items: readonly (number | string)[]) => new Intl.ListFormat('fr').format(items.map(String))

export const fr: EvidenceMessages = {
  title: 'Preuve de signature électronique',
  summary: (signers, at) =>
    signers === 1
      ? `Une personne a signé ce document électroniquement, le ${at}.`
      : `${signers} personnes ont signé ce document électroniquement. La dernière signature date du ${at}.`,
  testNotice:
    'Ce document a été établi en mode test. Il n’engage personne et ne prouve rien. Ses heures peuvent être celles d’une horloge de test.',
  document: 'Document',
  pages: (count) => (count === 1 ? '1 page' : `${count} pages`),
  file: 'Fichier',
  fingerprint: 'Empreinte (SHA-256) du document présenté et signé',
  fingerprintOfSealed: 'Empreinte (SHA-256) du document scellé',
  parties: (count) => (count === 1 ? 'Le signataire' : `Les ${count} signataires`),
  identity: {
    none: ({ to }) => `A utilisé un lien personnel envoyé à ${to}. Aucun code n’était demandé.`,
    email_otp: ({ to }) =>
      `A prouvé son accès à la boîte ${to} en saisissant un code à usage unique qui y a été envoyé.`,
    sms_otp: ({ to }) =>
      `A prouvé son accès au téléphone ${to} en saisissant un code à usage unique qui y a été envoyé.`,
    vendor_identity: ({ vendor }) => `Identité vérifiée par ${vendor}, qui a recueilli la signature.`,
    remote_key: ({ holder, issuer }) =>
      `A lu et accepté sur notre page, puis confirmé la signature chez le prestataire qui garde sa clé personnelle. Le certificat est au nom de ${holder} et a été délivré par ${issuer}.`,
    simulated: () => 'Signataire joué par un programme du mode test.',
  },
  signedAt: (local, utc) => `A signé le ${local} (${utc}).`,
  noPicture: 'Cette signature n’a pas d’image.',
  certificateSignature: 'Signature numérique avec le certificat du signataire. Elle se trouve dans le document.',
  issuer: 'Qui a établi cette preuve',
  issuedBy: (name, service) =>
    `${name} a demandé les signatures. ${service} les a recueillies, a scellé le document et a établi cette preuve.`,
  issuedAt: 'Établie le',
  law: 'Fondement juridique',
  legalBasis: {
    ses: 'Chaque signature est une signature électronique simple au sens de l’article 3, point 10), du règlement (UE) nº 910/2014 (eIDAS). Selon l’article 25, paragraphe 1, son effet juridique et sa recevabilité comme preuve en justice ne peuvent être refusés au seul motif qu’elle est électronique ou non qualifiée.',
    aes: 'Chaque signature est une signature électronique avancée au sens des articles 3, point 11), et 26 du règlement (UE) nº 910/2014 (eIDAS). Selon l’article 25, paragraphe 1, son effet juridique et sa recevabilité comme preuve en justice ne peuvent être refusés au seul motif qu’elle est électronique ou non qualifiée.',
    qes: 'Chaque signature est une signature électronique qualifiée au sens de l’article 3, point 12), du règlement (UE) nº 910/2014 (eIDAS). Selon l’article 25, paragraphe 2, son effet juridique est équivalent à celui d’une signature manuscrite.',
  },
  noLegalBasis: 'Aucun : les signatures du mode test n’ont pas d’effet juridique.',
  seal: (level) => `Le document est scellé (PAdES ${level}) : toute modification ultérieure de son contenu se voit.`,
  check: 'Comment vérifier',
  checkOnline: (page, id) =>
    `Scannez le code ou ouvrez ${page}, et déposez-y le document scellé. La page indique qui l’a scellé, quand, et s’il a été modifié. L’identifiant de vérification est ${id}.`,
  checkAnywhere:
    'Tout lecteur de PDF qui vérifie les signatures montre la même chose. L’annexe indique comment vérifier chaque étape sans le service.',
  story: 'Ce qui s’est passé',
  storyTimes: (zone) => `Les heures sont celles ${ofName(zone)}. L’annexe les donne en UTC.`,
  sentences: {
    created: ({ actor, fileName }) => `${actor} a créé la demande et transmis le document « ${fileName} ».`,
    changed: ({ actor }) => `${actor} a modifié la demande.`,
    sent: ({ actor }) => `${actor} a envoyé le document à la signature.`,
    notified: ({ signer }) => `La signature ${ofName(signer)} a été demandée.`,
    email_sent: ({ signer, to }) => `Un e-mail a été envoyé à ${signer}, à l’adresse ${to}.`,
    email_delivered: ({ signer, to }) =>
      `Le serveur de messagerie ${ofName(signer)} a accepté l’e-mail envoyé à ${to}.`,
    email_bounced: ({ signer, to }) => `L’e-mail envoyé à ${signer}, à l’adresse ${to}, n’a pas pu être distribué.`,
    email_complained: ({ signer, to }) => `${signer} a signalé comme indésirable l’e-mail envoyé à ${to}.`,
    link_issued: ({ signer }) =>
      `L’expéditeur a reçu un lien permettant à ${signer} de signer sur la page de l’expéditeur.`,
    agency_link_issued: ({ signer }) =>
      `Une session a été ouverte chez l’expéditeur, dans laquelle ${signer} pouvait signer sur place.`,
    drawing_given: ({ actor, signer }) => `${actor} a transmis une mention manuscrite pour ${signer}.`,
    drawing_removed: ({ actor, signer }) => `${actor} a retiré une mention manuscrite ${ofName(signer)}.`,
    opened: ({ signer }) => `${signer} a ouvert le document.`,
    pages_viewed: ({ signer, pages }) =>
      `${pages.length === 1 ? 'La page' : 'Les pages'} ${listed(pages)} ${pages.length === 1 ? 'a été montrée' : 'ont été montrées'} à ${signer}.`,
    otp_sent: ({ signer, to }) => `Un code a été envoyé à ${signer}, à ${to}.`,
    otp_failed: ({ signer }) => `${signer} a saisi un code erroné.`,
    otp_verified: ({ signer, to }) => `${signer} a saisi le code envoyé à ${to}.`,
    consented: ({ signer, text }) => `${signer} a donné son accord : « ${text} »`,
    signed: ({ signer }) => `${signer} a signé le document.`,
    signed_after_all_pages: ({ signer }) =>
      `${signer} a signé le document. Comme l’expéditeur l’exigeait, chaque page avait été affichée à l’écran auparavant.`,
    declined: ({ signer }) => `${signer} a refusé de signer.`,
    failed: ({ signer }) => `La signature ${ofName(signer)} a échoué.`,
    reminded: ({ signer }) => `Un rappel a été adressé à ${signer}.`,
    corrected: ({ actor, signer, changes }) => `${actor} a corrigé les données ${ofName(signer)} : ${listed(changes)}.`,
    extended: ({ actor }) => `${actor} a prolongé le délai de signature.`,
    completed: () => 'Tous les signataires avaient signé. La demande était terminée.',
  },
  corrections: {
    name: ({ before, after }) => `nom « ${after} » au lieu de « ${before} »`,
    email: ({ before, after }) => `e-mail ${after} au lieu de ${before}`,
    authMethod: ({ before, after }) => `authentification « ${after} » au lieu de « ${before} »`,
    phone: 'un autre numéro de téléphone',
    locale: 'une autre langue',
  },
  annex: 'Annexe : données techniques',
  annexIntroduction: (attachment) =>
    `La pièce jointe ${attachment} contient tout ceci pour les programmes, et dit comment chacun peut le vérifier.`,
  annexLabels: {
    title: 'Titre',
    request: 'Demande',
    organization: 'Organisation',
    entity: 'Entité',
    signatures: 'Signatures',
    written: 'Preuve établie',
    document: 'Document',
    sha256: 'SHA-256 du document',
    normalized: 'Normalisé',
    sha256Upload: 'SHA-256 du dépôt',
    sealed: 'Document scellé',
    sha256Sealed: 'SHA-256 du scellé',
    acts: 'Actes des signataires',
    signers: 'Signataires',
    email: 'E-mail',
    notified: 'Sollicité',
    opened: 'Ouvert',
    signed: 'Signé',
    address: 'Adresse IP',
    userAgent: 'Navigateur',
    signerId: 'Identifiant',
    notRecorded: 'non enregistré',
    steps: 'Étapes',
    notaries: 'Notaires',
    office: 'Étude',
    writtenByHand: 'Écrit à la main',
    writtenBy: 'Par',
    handedInBy: 'Transmis par',
    writtenFor: 'Pour le signataire',
    page: 'Page',
    attachment: 'Pièce jointe',
    sha256Attachment: 'SHA-256',
    atVendor: 'Signé chez',
    vendorFile: 'Signatures',
    appended: 'ajoutées au document envoyé',
    rewritten: 'sur les mêmes pages, dans un fichier du prestataire',
    auditTrail: 'Journal d’audit',
    noAuditTrail: 'Le prestataire n’en a pas',
  },
  bytes: (count) => `${count} octets`,
  normalizedText: (bytes, changes) =>
    `Le fichier transmis avait ${bytes} octets. Rendu fixe avant que quiconque le voie : ${changes}`,
  actsVerified: 'Vérifiés par le service avant le scellement (MAC)',
  everyStep: `Chaque étape contient l’empreinte de la précédente. ${hashRuleInFrench}`,
  chainEnd: (length, hash) => `La chaîne se termine après ${length} étapes par ${hash}`,
  footer: (request, title) => `Preuve de la demande ${request}, ${title}`,
  page: (number, count) => `Page ${number} sur ${count}`,
}
