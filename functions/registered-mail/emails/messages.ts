/** One e-mail. Nobody knows the language of its reader, so it says everything in French and in English. */
export interface Says {
  readonly subject: string
  readonly preheader: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  /** The paragraph that is a code. */
  readonly code?: string
  readonly button?: string
  readonly smallPrint: readonly string[]
}

interface Notice {
  readonly name: string
  /** The end of the period, in both languages. */
  readonly deadline: { readonly fr: string; readonly en: string }
}

/** Who sends the mail stays hidden until it is accepted. */
export function noticeMessage({ name, deadline }: Notice): Says {
  return {
    subject: 'Un envoi recommandé vous attend / A registered mail is waiting for you',
    preheader: untilWhen(deadline),
    heading: 'Un envoi recommandé vous attend',
    paragraphs: [
      `Un envoi recommandé électronique est adressé à ${name}. Vous pouvez l’accepter ou le refuser jusqu’au ${deadline.fr}. L’expéditeur et le contenu vous sont montrés après votre acceptation.`,
      silence.fr,
      `A registered mail is waiting for ${name}. You can accept or refuse it until ${deadline.en}. You see the sender and the content after you accept it.`,
      silence.en,
    ],
    button: 'Voir l’envoi / See the mail',
    smallPrint: personalLink,
  }
}

export function reminderMessage({ name, deadline }: Notice): Says {
  return {
    subject: 'Rappel : un envoi recommandé vous attend / Reminder: a registered mail is waiting for you',
    preheader: untilWhen(deadline),
    heading: 'Un envoi recommandé vous attend encore',
    paragraphs: [
      `Un envoi recommandé électronique est adressé à ${name}. Vous pouvez encore l’accepter ou le refuser jusqu’au ${deadline.fr}.`,
      silence.fr,
      `A registered mail is still waiting for ${name}. You can accept or refuse it until ${deadline.en}.`,
      silence.en,
    ],
    button: 'Voir l’envoi / See the mail',
    smallPrint: personalLink,
  }
}

function untilWhen({ fr, en }: Notice['deadline']): string {
  return `Vous pouvez l’accepter ou le refuser jusqu’au ${fr}. / You can accept or refuse it until ${en}.`
}

/** What it means to do nothing. */
const silence = {
  fr: 'Sans réponse de votre part d’ici là, l’envoi est considéré comme non réclamé : l’expéditeur en reçoit la preuve, et l’envoi ne peut plus être ouvert.',
  en: 'If you do neither by then, the mail counts as not claimed: the sender gets a proof of this, and the mail can no longer be opened.',
} as const

const personalLink = [
  'Ce lien est personnel : ne le transférez pas. / This link is personal: do not forward it.',
  'Service d’envoi recommandé électronique non qualifié (article 43 du règlement eIDAS). / Electronic registered delivery service, not qualified (article 43 of the eIDAS regulation).',
]

export function codeMessage(code: string): Says {
  return {
    subject: 'Votre code / Your code',
    preheader: 'Valable 10 minutes. / Valid for 10 minutes.',
    heading: 'Votre code / Your code',
    paragraphs: [
      'Saisissez ce code sur la page que vous avez ouverte. / Enter this code on the page that you opened.',
      code,
      'Il est valable 10 minutes. Seul le dernier code fonctionne. / It is valid for 10 minutes. Only the latest code works.',
    ],
    code,
    smallPrint: [
      'Ne communiquez ce code à personne. / Do not share this code.',
      'Vous n’avez demandé aucun code ? Ignorez ce message. / You did not request a code? Ignore this e-mail.',
    ],
  }
}

/** To the owner of a sender account. */
export function confirmationMessage({
  sender,
  organization,
}: {
  readonly sender: string
  readonly organization: string
}): Says {
  return {
    subject: `Confirmez votre compte d’expéditeur / Confirm your sender account: ${organization}`,
    preheader: sender,
    heading: 'Confirmez votre compte d’expéditeur',
    paragraphs: [
      `${organization} souhaite effectuer des envois recommandés au nom de ${sender}. Si vous êtes d’accord, ouvrez la page et saisissez le code que vous y demandez.`,
      `${organization} wants to send registered mails in the name of ${sender}. If you agree, open the page and enter the code that you request there.`,
    ],
    button: 'Ouvrir la page / Open the page',
    smallPrint: [
      'Si vous n’êtes pas d’accord, ignorez ce message : rien ne sera envoyé. / If you do not agree, ignore this e-mail: nothing is sent.',
    ],
  }
}

interface Followed {
  readonly subject: string
  /** The number of the item: two recipients can have the same name. */
  readonly number: string
  readonly recipient: string
  readonly sender: string
  readonly outcome: { readonly fr: string; readonly en: string }
}

/** To the followers of a mail: what became of it for one recipient, with the proofs. */
export function proofMessage({ subject, number, recipient, sender, outcome }: Followed): Says {
  return {
    subject: `${outcome.fr} / ${outcome.en}: ${recipient}, ${subject} (n° …${number.slice(-6)})`,
    preheader: recipient,
    heading: `${outcome.fr} / ${outcome.en}`,
    paragraphs: [
      `Envoi recommandé « ${subject} » de ${sender} à ${recipient}, numéro ${number}. Les preuves scellées peuvent être téléchargées.`,
      `Registered mail “${subject}” from ${sender} to ${recipient}, number ${number}. The sealed proofs can be downloaded.`,
    ],
    button: 'Voir les preuves / See the proofs',
    smallPrint: [
      'Vous recevez ce message comme personne suivant cet envoi. / You receive this e-mail as a follower of this mail.',
    ],
  }
}
