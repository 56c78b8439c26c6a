import type { RecipientMessages } from './en.ts'

export const pl: RecipientMessages = {
  parisTime: 'czas paryski',
  noticeSubject: 'Przesyłka polecona czeka na odbiór',
  noticeHeading: 'Przesyłka polecona czeka na odbiór',
  notice: (name, deadline) =>
    `Nadeszła elektroniczna przesyłka polecona, adresat: ${name}. Termin przyjęcia lub odmowy: ${deadline}. Nadawca i treść są widoczne po przyjęciu przesyłki.`,
  reminderSubject: 'Przypomnienie: przesyłka polecona czeka na odbiór',
  reminderHeading: 'Przesyłka polecona nadal czeka na odbiór',
  reminder: (name, deadline) =>
    `Elektroniczna przesyłka polecona nadal czeka, adresat: ${name}. Termin przyjęcia lub odmowy: ${deadline}.`,
  until: (deadline) => `Termin przyjęcia lub odmowy: ${deadline}.`,
  silence:
    'W razie braku decyzji w tym terminie przesyłka zostanie uznana za niepodjętą: nadawca otrzyma tego dowód, a przesyłki nie będzie już można otworzyć.',
  button: 'Zobacz przesyłkę',
  personalLink: 'Ten link jest osobisty: prosimy nie przekazywać go dalej.',
  qualification: 'Niekwalifikowana usługa rejestrowanego doręczenia elektronicznego (artykuł 43 rozporządzenia eIDAS).',
  codeSubject: 'Kod dostępu',
  codeValid: 'Ważny przez 10 minut.',
  codeEnter: 'Ten kod należy wpisać na otwartej stronie.',
  codeLatest: 'Jest ważny przez 10 minut. Działa tylko ostatni kod.',
  codeSecret: 'Tego kodu nie należy nikomu podawać.',
  codeUnexpected: 'Kod nie był zamawiany? Tę wiadomość można zignorować.',
  test: 'Test: bez mocy prawnej.',
}
