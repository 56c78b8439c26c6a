import type { Translated } from '../../../shared/platform/locale.ts'

/** What the page of a recipient says. */
export interface RecipientTexts {
  readonly otherLanguage: string
  readonly testBanner: string
  readonly heading: string
  readonly intro: (name: string) => string
  readonly senderHidden: string
  readonly number: string
  readonly notified: string
  readonly deadline: string
  readonly choiceHeading: string
  readonly acceptMeans: string
  readonly refuseMeans: string
  readonly nothingMeans: (deadline: string) => string
  readonly accept: string
  readonly refuse: string
  readonly refuseHeading: string
  readonly refuseReason: string
  readonly refuseFinal: string
  readonly refuseUnticked: string
  readonly refuseForGood: string
  readonly deliveredHeading: string
  readonly delivered: (time: string) => string
  readonly readAgain: string
  readonly from: string
  readonly email: string
  readonly subject: string
  readonly reference: string
  readonly letter: string
  readonly files: string
  readonly contentFile: string
  readonly contentPending: string
  readonly proofFile: string
  readonly proofPending: string
  /** The unit of sizes, after its prefix. */
  readonly byte: string
  readonly fileFacts: (size: string, sha256: string) => string
  readonly refusedHeading: string
  readonly refused: (time: string) => string
  readonly expiredHeading: string
  readonly expired: (time: string) => string
  readonly goneHeading: string
  readonly gone: string
  readonly qualification: string
}

export const recipientTexts: Translated<RecipientTexts> = {
  en: {
    otherLanguage: 'Français',
    testBanner: 'Test: this mail has no legal value.',
    heading: 'A registered mail is waiting for you',
    intro: (name) => `It is addressed to ${name}.`,
    senderHidden: 'You see the sender and the content after you accept it.',
    number: 'Number',
    notified: 'Notice sent',
    deadline: 'You can accept or refuse it until',
    choiceHeading: 'Accept or refuse',
    acceptMeans:
      'If you accept, you receive the mail at once. The sender gets a proof with the date and time, and you can read the mail on this page and download it.',
    refuseMeans:
      'If you refuse, the sender gets a proof of your refusal with the date and time. The mail can then no longer be opened, and you do not learn who sent it.',
    nothingMeans: (deadline) =>
      `If you do neither until ${deadline}, the sender gets a proof that the mail was not claimed. It can then no longer be opened.`,
    accept: 'Accept the registered mail',
    refuse: 'Refuse',
    refuseHeading: 'Refuse the registered mail',
    refuseReason: 'Reason (optional, the sender reads it)',
    refuseFinal: 'I refuse this mail. I know that I cannot open it any more.',
    refuseUnticked: 'The mail is not refused yet. Tick the box to confirm that you refuse it for good.',
    refuseForGood: 'Refuse for good',
    deliveredHeading: 'You accepted this registered mail',
    delivered: (time) => `Accepted on ${time}.`,
    readAgain: 'To read it, confirm your mailbox again.',
    from: 'Sender',
    email: 'E-mail of the sender',
    subject: 'Subject',
    reference: 'Reference',
    letter: 'The letter',
    files: 'Files',
    contentFile: 'The letter and the list of attachments (PDF)',
    contentPending: 'The letter as a PDF is being prepared. Reload this page in a moment.',
    proofFile: 'Proof of delivery (PDF)',
    proofPending: 'The proof of delivery is being sealed. Reload this page in a moment.',
    byte: 'B',
    fileFacts: (size, sha256) => `${size}, SHA-256 ${sha256}`,
    refusedHeading: 'You refused this registered mail',
    refused: (time) => `Refused on ${time}. It can no longer be opened.`,
    expiredHeading: 'The time to accept this registered mail is over',
    expired: (time) => `It could be accepted until ${time}. It can no longer be opened.`,
    goneHeading: 'This link cannot be used',
    gone: 'It is incomplete, or a newer notice replaced it. Open the link of the latest e-mail.',
    qualification: 'Electronic registered delivery service, not qualified (article 43 of the eIDAS regulation).',
  },
  fr: {
    otherLanguage: 'English',
    testBanner: 'Test : cet envoi n’a aucune valeur juridique.',
    heading: 'Un envoi recommandé vous attend',
    intro: (name) => `Il est adressé à ${name}.`,
    senderHidden: 'L’expéditeur et le contenu vous sont montrés après votre acceptation.',
    number: 'Numéro',
    notified: 'Avis envoyé',
    deadline: 'Vous pouvez l’accepter ou le refuser jusqu’au',
    choiceHeading: 'Accepter ou refuser',
    acceptMeans:
      'Si vous acceptez, l’envoi vous est remis aussitôt. L’expéditeur reçoit une preuve datée, et vous pouvez lire l’envoi sur cette page et le télécharger.',
    refuseMeans:
      'Si vous refusez, l’expéditeur reçoit une preuve datée de votre refus. L’envoi ne peut alors plus être ouvert, et vous ne saurez pas qui l’a envoyé.',
    nothingMeans: (deadline) =>
      `Si vous ne faites ni l’un ni l’autre avant le ${deadline}, l’expéditeur reçoit une preuve de non-réclamation. L’envoi ne peut alors plus être ouvert.`,
    accept: 'Accepter l’envoi recommandé',
    refuse: 'Refuser',
    refuseHeading: 'Refuser l’envoi recommandé',
    refuseReason: 'Motif (facultatif, lu par l’expéditeur)',
    refuseFinal: 'Je refuse cet envoi. Je sais que je ne pourrai plus l’ouvrir.',
    refuseUnticked:
      'L’envoi n’est pas encore refusé. Cochez la case pour confirmer que vous le refusez définitivement.',
    refuseForGood: 'Refuser définitivement',
    deliveredHeading: 'Vous avez accepté cet envoi recommandé',
    delivered: (time) => `Accepté le ${time}.`,
    readAgain: 'Pour le lire, confirmez de nouveau votre boîte aux lettres.',
    from: 'Expéditeur',
    email: 'E-mail de l’expéditeur',
    subject: 'Objet',
    reference: 'Référence',
    letter: 'Le courrier',
    files: 'Fichiers',
    contentFile: 'Le courrier et la liste des pièces jointes (PDF)',
    contentPending: 'Le courrier en PDF est en préparation. Rechargez cette page dans un instant.',
    proofFile: 'Preuve de réception (PDF)',
    proofPending: 'La preuve de réception est en cours de scellement. Rechargez cette page dans un instant.',
    byte: 'o',
    fileFacts: (size, sha256) => `${size}, SHA-256 ${sha256}`,
    refusedHeading: 'Vous avez refusé cet envoi recommandé',
    refused: (time) => `Refusé le ${time}. Il ne peut plus être ouvert.`,
    expiredHeading: 'Le délai pour accepter cet envoi recommandé est passé',
    expired: (time) => `Il pouvait être accepté jusqu’au ${time}. Il ne peut plus être ouvert.`,
    goneHeading: 'Ce lien ne peut pas être utilisé',
    gone: 'Il est incomplet, ou un avis plus récent l’a remplacé. Ouvrez le lien du dernier message reçu.',
    qualification: 'Service d’envoi recommandé électronique non qualifié (article 43 du règlement eIDAS).',
  },
}
