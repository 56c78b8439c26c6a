import type { RecipientMessages } from './en.ts'

export const fr: RecipientMessages = {
  parisTime: 'heure de Paris',
  noticeSubject: 'Un envoi recommandé vous attend',
  noticeHeading: 'Un envoi recommandé vous attend',
  notice: (name, deadline) =>
    `Un envoi recommandé électronique est adressé à ${name}. Vous pouvez l’accepter ou le refuser jusqu’au ${deadline}. L’expéditeur et le contenu vous sont montrés après votre acceptation.`,
  reminderSubject: 'Rappel : un envoi recommandé vous attend',
  reminderHeading: 'Un envoi recommandé vous attend encore',
  reminder: (name, deadline) =>
    `Un envoi recommandé électronique est adressé à ${name}. Vous pouvez encore l’accepter ou le refuser jusqu’au ${deadline}.`,
  until: (deadline) => `Vous pouvez l’accepter ou le refuser jusqu’au ${deadline}.`,
  silence:
    'Sans réponse de votre part d’ici là, l’envoi est considéré comme non réclamé : l’expéditeur en reçoit la preuve, et l’envoi ne peut plus être ouvert.',
  button: 'Voir l’envoi',
  personalLink: 'Ce lien est personnel : ne le transférez pas.',
  qualification: 'Service d’envoi recommandé électronique non qualifié (article 43 du règlement eIDAS).',
  codeSubject: 'Votre code',
  codeValid: 'Valable 10 minutes.',
  codeEnter: 'Saisissez ce code sur la page que vous avez ouverte.',
  codeLatest: 'Il est valable 10 minutes. Seul le dernier code fonctionne.',
  codeSecret: 'Ne communiquez ce code à personne.',
  codeUnexpected: 'Vous n’avez demandé aucun code ? Ignorez ce message.',
  test: 'Test : sans valeur juridique.',
}
