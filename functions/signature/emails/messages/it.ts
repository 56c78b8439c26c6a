import { quotation } from '../../../../shared/mail/layout/quotation.ts'
import { codeLimits } from '../../../../shared/personal-links/code-proof.ts'
import { minuteMs } from '../../../../shared/platform/clock.ts'
import type { Facts, SignerMessages } from './catalog.ts'

const codeMinutes = codeLimits.livesMs / minuteMs

const greeting = ({ firstName }: Facts) => (firstName === null ? 'Buongiorno,' : `Buongiorno ${firstName},`)

const asksAsWell = ({ others }: Facts) => (others === null ? [] : [`La firma è richiesta anche a: ${others}.`])

/** The message is marked as quoted, so that nobody can speak in our name. */
const wrote = ({ sender, message }: Facts) =>
  message.length === 0 ? [] : [`Messaggio di ${sender}:`, quotation(['«', '»'], message)]

const reasonOf = ({ reason }: Facts) => (reason === null ? 'Non è stato indicato alcun motivo.' : `Motivo: ${reason}`)

const howToSign = (facts: Facts) =>
  `Apra il documento, lo legga e lo firmi nel Suo browser. Non serve alcun account. Può firmare fino a ${facts.expiry}.`

const canSignUntil = (facts: Facts) => `Può firmare fino a ${facts.expiry}.`

const personal =
  'Questo link è personale: chiunque lo abbia può agire a Suo nome. La preghiamo di non inoltrare questo messaggio.'

const unexpected = 'Non si aspettava questo messaggio? Lo ignori. Nulla viene firmato se non firma Lei.'

const forSigning = [personal, unexpected]

const linkLife = (facts: Facts) =>
  facts.purge === null
    ? 'Il link funziona finché il mittente conserva qui il documento.'
    : `Il link funziona fino a ${facts.purge}.`

const nothingToDo = 'Non deve fare nulla.'

export const italian: SignerMessages = {
  invitation: (facts) => ({
    subject: `${facts.sender} Le chiede di firmare: ${facts.title}`,
    preheader: canSignUntil(facts),
    heading: `La preghiamo di firmare «${facts.title}»`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} Le chiede di leggere e firmare «${facts.title}».`,
      ...wrote(facts),
      ...asksAsWell(facts),
      howToSign(facts),
    ],
    button: 'Leggi e firma',
    smallPrint: forSigning,
  }),
  reminder: (facts) => ({
    subject: `Promemoria, firma richiesta: ${facts.title}`,
    preheader: canSignUntil(facts),
    heading: `«${facts.title}» attende la Sua firma`,
    paragraphs: [
      greeting(facts),
      `Le ricordiamo che ${facts.sender} Le ha chiesto di firmare «${facts.title}» e che manca ancora la Sua firma.`,
      ...wrote(facts),
      ...asksAsWell(facts),
      howToSign(facts),
    ],
    button: 'Leggi e firma',
    smallPrint: forSigning,
  }),
  extended: (facts) => ({
    subject: `Più tempo per firmare: ${facts.title}`,
    preheader: `Ora può firmare fino a ${facts.expiry}.`,
    heading: `Ha più tempo per firmare «${facts.title}»`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} Le concede più tempo per firmare «${facts.title}».`,
      ...wrote(facts),
      ...asksAsWell(facts),
      howToSign(facts),
    ],
    button: 'Leggi e firma',
    smallPrint: forSigning,
  }),
  code: (facts, code) => ({
    subject: `Il Suo codice per firmare: ${facts.title}`,
    preheader: `È valido per ${codeMinutes} minuti.`,
    heading: 'Il Suo codice',
    paragraphs: [
      greeting(facts),
      `Inserisca questo codice nella pagina in cui firma «${facts.title}» per ${facts.sender}:`,
      code,
      `È valido per ${codeMinutes} minuti dal momento della richiesta. Se ha ricevuto più codici, funziona solo l’ultimo.`,
    ],
    code,
    smallPrint: [
      'Non comunichi questo codice a nessuno. Né il mittente né Sealpost glielo chiederanno mai.',
      'Non ha richiesto un codice? Qualcun altro potrebbe avere il Suo link personale. La preghiamo di avvisare il mittente.',
    ],
  }),
  declined: (facts) => ({
    subject: `Firma rifiutata: ${facts.title}`,
    preheader: `${facts.endedBy} ha rifiutato di firmare.`,
    heading: `«${facts.title}» non sarà firmato`,
    paragraphs: [
      greeting(facts),
      `${facts.endedBy} ha rifiutato di firmare «${facts.title}», inviato da ${facts.sender}. Nessuno può più firmarlo.`,
      nothingToDo,
    ],
    smallPrint: [],
  }),
  canceled: (facts) => ({
    subject: `Richiesta annullata: ${facts.title}`,
    preheader: 'Non deve più firmarlo.',
    heading: `Non occorre più firmare «${facts.title}»`,
    paragraphs: [
      greeting(facts),
      `${facts.endedBy} ha annullato la richiesta di firma di «${facts.title}». Nessuno può più firmarlo.`,
      reasonOf(facts),
      nothingToDo,
    ],
    smallPrint: [],
  }),
  expired: (facts) => ({
    subject: `Termine scaduto: ${facts.title}`,
    preheader: `Era possibile firmare fino a ${facts.expiry}.`,
    heading: `Il termine per firmare «${facts.title}» è scaduto`,
    paragraphs: [
      greeting(facts),
      `«${facts.title}», inviato da ${facts.sender}, poteva essere firmato fino a ${facts.expiry}. Nessuno può più firmarlo.`,
      'Se la Sua firma è ancora necessaria, il mittente può inviarle una nuova richiesta.',
    ],
    smallPrint: [],
  }),
  completed: (facts) => ({
    subject: `Firmato da tutti: ${facts.title}`,
    preheader: 'Il documento sigillato è a Sua disposizione.',
    heading: `«${facts.title}» è firmato`,
    paragraphs: [
      greeting(facts),
      `Tutti hanno firmato «${facts.title}», inviato da ${facts.sender}. Grazie.`,
      'Il documento è sigillato: qualsiasi modifica successiva sarebbe visibile. Scarichi la Sua copia e la conservi.',
    ],
    button: 'Ottieni il documento firmato',
    smallPrint: ['Questo link è personale. La preghiamo di non inoltrare questo messaggio.', linkLife(facts)],
  }),
  completedToOthers: (facts) => ({
    subject: `La Sua copia di un documento firmato: ${facts.title}`,
    preheader: `${facts.sender} Le invia una copia.`,
    heading: `«${facts.title}» è firmato`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} Le invia una copia di «${facts.title}». Tutti hanno firmato: ${facts.others}.`,
      'Il documento è sigillato: qualsiasi modifica successiva sarebbe visibile.',
    ],
    button: 'Ottieni il documento firmato',
    smallPrint: [
      'Questo link è personale. La preghiamo di non inoltrare questo messaggio.',
      linkLife(facts),
      'Non si aspettava questo messaggio? Lo ignori.',
    ],
  }),
  completedToNotary: (facts) => ({
    subject: `Documento firmato per il Suo archivio: ${facts.title}`,
    preheader: `${facts.sender} La ha indicata come notaio.`,
    heading: `«${facts.title}» è firmato`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} La ha indicata come notaio per «${facts.title}». Tutti hanno firmato: ${facts.others}.`,
      'Il documento è sigillato: qualsiasi modifica successiva sarebbe visibile. Non deve firmare nulla.',
    ],
    button: 'Ottieni il documento firmato',
    smallPrint: [
      'Questo link è personale. La preghiamo di non inoltrare questo messaggio.',
      linkLife(facts),
      'Non si aspettava questo messaggio? Lo ignori.',
    ],
  }),
  codeText: (code, organization) =>
    `${code} è il Suo codice per firmare un documento (${organization}). Vale ${codeMinutes} minuti. Non lo comunichi a nessuno.`,
  test: 'Questa è una prova: ciò che viene firmato qui non ha valore legale.',
  onBehalf: (sender) => `Sealpost ha inviato questo messaggio per conto di ${sender}.`,
}
