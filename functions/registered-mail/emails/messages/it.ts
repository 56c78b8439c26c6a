import type { RecipientMessages } from './en.ts'

export const it: RecipientMessages = {
  parisTime: 'ora di Parigi',
  noticeSubject: 'Una raccomandata elettronica La attende',
  noticeHeading: 'Una raccomandata elettronica La attende',
  notice: (name, deadline) =>
    `Una raccomandata elettronica è indirizzata a ${name}. Può accettarla o rifiutarla fino a ${deadline}. Vedrà il mittente e il contenuto dopo averla accettata.`,
  reminderSubject: 'Promemoria: una raccomandata elettronica La attende',
  reminderHeading: 'Una raccomandata elettronica La attende ancora',
  reminder: (name, deadline) =>
    `Una raccomandata elettronica indirizzata a ${name} è ancora in attesa. Può accettarla o rifiutarla fino a ${deadline}.`,
  until: (deadline) => `Può accettarla o rifiutarla fino a ${deadline}.`,
  silence:
    'Se entro allora non fa nessuna delle due cose, l’invio è considerato non ritirato: il mittente ne riceve la prova e l’invio non può più essere aperto.',
  button: 'Vedi l’invio',
  personalLink: 'Questo link è personale: non lo inoltri.',
  qualification: 'Servizio elettronico di recapito certificato non qualificato (articolo 43 del regolamento eIDAS).',
  codeSubject: 'Il Suo codice',
  codeValid: 'Valido per 10 minuti.',
  codeEnter: 'Inserisca questo codice nella pagina che ha aperto.',
  codeLatest: 'È valido per 10 minuti. Funziona solo l’ultimo codice.',
  codeSecret: 'Non comunichi questo codice a nessuno.',
  codeUnexpected: 'Non ha richiesto un codice? Ignori questo messaggio.',
  test: 'Prova: senza valore legale.',
}
