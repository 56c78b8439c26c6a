/** One e-mail. Nobody knows the language of its reader, so it says everything in French and in English. */
export interface Says {
  readonly subject: string
  readonly preheader: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  readonly button?: string
  readonly smallPrint: readonly string[]
}

interface Notice {
  readonly name: string
  /** The end of the period, in both languages; null: it begins with this e-mail. */
  readonly deadline: { readonly fr: string; readonly en: string } | null
}

/** Who sends the mail stays hidden until it is accepted. */
export function noticeMessage({ name }: Notice): Says {
  return {
    subject: 'Un envoi recommandé vous attend / A registered mail is waiting for you',
    preheader: 'Vous pouvez l’accepter ou le refuser pendant 15 jours. / You can accept or refuse it for 15 days.',
    heading: 'Un envoi recommandé vous attend',
    paragraphs: [
      `Un envoi recommandé électronique est adressé à ${name}. Vous pouvez l’accepter ou le refuser pendant 15 jours à compter de demain. L’expéditeur et le contenu vous sont montrés après votre acceptation.`,
      `A registered mail is waiting for ${name}. You can accept or refuse it for 15 days, starting tomorrow. You see the sender and the content after you accept it.`,
    ],
    button: 'Voir l’envoi / See the mail',
    smallPrint: personalLink,
  }
}

export function reminderMessage({ name, deadline }: Notice): Says {
  return {
    subject: 'Rappel : un envoi recommandé vous attend / Reminder: a registered mail is waiting for you',
    preheader: deadline ? `Jusqu’au ${deadline.fr} / Until ${deadline.en}` : '',
    heading: 'Un envoi recommandé vous attend encore',
    paragraphs: [
      `Un envoi recommandé électronique est adressé à ${name}. Vous pouvez encore l’accepter ou le refuser${deadline ? ` jusqu’au ${deadline.fr}` : ''}. Ensuite, il ne pourra plus être ouvert.`,
      `A registered mail is still waiting for ${name}. You can accept or refuse it${deadline ? ` until ${deadline.en}` : ''}. After that it can no longer be opened.`,
    ],
    button: 'Voir l’envoi / See the mail',
    smallPrint: personalLink,
  }
}

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
  readonly recipient: string
  readonly sender: string
  readonly outcome: { readonly fr: string; readonly en: string }
}

/** To the followers of a mail: what became of it, with the proofs. */
export function proofMessage({ subject, recipient, sender, outcome }: Followed): Says {
  return {
    subject: `${outcome.fr} / ${outcome.en}: ${subject}`,
    preheader: recipient,
    heading: `${outcome.fr} / ${outcome.en}`,
    paragraphs: [
      `Envoi recommandé « ${subject} » de ${sender} à ${recipient}. Les preuves scellées peuvent être téléchargées.`,
      `Registered mail “${subject}” from ${sender} to ${recipient}. The sealed proofs can be downloaded.`,
    ],
    button: 'Voir les preuves / See the proofs',
    smallPrint: [
      'Vous recevez ce message comme personne suivant cet envoi. / You receive this e-mail as a follower of this mail.',
    ],
  }
}
