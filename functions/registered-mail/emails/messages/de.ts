import type { RecipientMessages } from './en.ts'

export const de: RecipientMessages = {
  parisTime: 'Pariser Zeit',
  noticeSubject: 'Ein Einschreiben wartet auf Sie',
  noticeHeading: 'Ein Einschreiben wartet auf Sie',
  notice: (name, deadline) =>
    `Ein elektronisches Einschreiben ist an ${name} gerichtet. Sie können es bis ${deadline} annehmen oder ablehnen. Absender und Inhalt sehen Sie nach der Annahme.`,
  reminderSubject: 'Erinnerung: Ein Einschreiben wartet auf Sie',
  reminderHeading: 'Ein Einschreiben wartet noch auf Sie',
  reminder: (name, deadline) =>
    `Ein elektronisches Einschreiben an ${name} wartet noch. Sie können es bis ${deadline} annehmen oder ablehnen.`,
  until: (deadline) => `Sie können es bis ${deadline} annehmen oder ablehnen.`,
  silence:
    'Wenn Sie bis dahin keines von beidem tun, gilt die Sendung als nicht abgerufen: Der Absender erhält darüber einen Nachweis, und die Sendung kann nicht mehr geöffnet werden.',
  button: 'Sendung ansehen',
  personalLink: 'Dieser Link ist persönlich: Leiten Sie ihn nicht weiter.',
  qualification:
    'Dienst für die Zustellung elektronischer Einschreiben, nicht qualifiziert (Artikel 43 der eIDAS-Verordnung).',
  codeSubject: 'Ihr Code',
  codeValid: '10 Minuten gültig.',
  codeEnter: 'Geben Sie diesen Code auf der Seite ein, die Sie geöffnet haben.',
  codeLatest: 'Er ist 10 Minuten gültig. Nur der letzte Code funktioniert.',
  codeSecret: 'Geben Sie diesen Code nicht weiter.',
  codeUnexpected: 'Sie haben keinen Code angefordert? Ignorieren Sie diese E-Mail.',
  test: 'Test: ohne rechtliche Wirkung.',
}
