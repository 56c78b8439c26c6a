import type { RecipientMessages } from './en.ts'

export const nl: RecipientMessages = {
  parisTime: 'Parijse tijd',
  noticeSubject: 'Er wacht een aangetekende zending op u',
  noticeHeading: 'Er wacht een aangetekende zending op u',
  notice: (name, deadline) =>
    `Er is een elektronische aangetekende zending voor ${name}. U kunt haar aanvaarden of weigeren tot ${deadline}. U ziet de afzender en de inhoud nadat u de zending hebt aanvaard.`,
  reminderSubject: 'Herinnering: er wacht een aangetekende zending op u',
  reminderHeading: 'Er wacht nog een aangetekende zending op u',
  reminder: (name, deadline) =>
    `Een elektronische aangetekende zending voor ${name} wacht nog. U kunt haar aanvaarden of weigeren tot ${deadline}.`,
  until: (deadline) => `U kunt haar aanvaarden of weigeren tot ${deadline}.`,
  silence:
    'Als u voor die tijd geen van beide doet, geldt de zending als niet afgehaald: de afzender krijgt daarvan een bewijs en de zending kan niet meer worden geopend.',
  button: 'Zending bekijken',
  personalLink: 'Deze link is persoonlijk: stuur hem niet door.',
  qualification:
    'Dienst voor elektronisch aangetekende bezorging, niet gekwalificeerd (artikel 43 van de eIDAS-verordening).',
  codeSubject: 'Uw code',
  codeValid: '10 minuten geldig.',
  codeEnter: 'Voer deze code in op de pagina die u hebt geopend.',
  codeLatest: 'De code is 10 minuten geldig. Alleen de laatste code werkt.',
  codeSecret: 'Deel deze code met niemand.',
  codeUnexpected: 'Hebt u geen code aangevraagd? Negeer deze e-mail.',
  test: 'Test: geen rechtsgeldigheid.',
}
