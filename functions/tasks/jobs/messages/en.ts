import type { Messages } from './catalog.ts'

export const english: Messages = {
  reminder: ({ title, organization, firstName, start, description }) => ({
    subject: `Reminder: ${title}`,
    preheader: start,
    heading: title,
    paragraphs: [firstName === null ? 'Hello,' : `Hello ${firstName},`, `This task is due: ${start}.`, ...description],
    button: 'Open the task',
    smallPrint: [`You receive this e-mail because the task is yours in ${organization}.`],
  }),
  test: 'This message is about a test organization. Nothing in it has legal value.',
}
