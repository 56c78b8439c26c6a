import type { Messages } from './catalog.ts'

export const french: Messages = {
  reminder: ({ title, organization, firstName, start, description }) => ({
    subject: `Rappel : ${title}`,
    preheader: start,
    heading: title,
    paragraphs: [
      firstName === null ? 'Bonjour,' : `Bonjour ${firstName},`,
      `Échéance de cette tâche : ${start}.`,
      ...description,
    ],
    button: 'Ouvrir la tâche',
    smallPrint: [`Vous recevez ce message parce que cette tâche vous revient dans ${organization}.`],
  }),
  test: 'Ce message concerne une organisation de test : rien n’y a de valeur juridique.',
}
