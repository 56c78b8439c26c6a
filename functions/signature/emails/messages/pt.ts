import { quotation } from '../../../../shared/mail/layout/quotation.ts'
import { codeLimits } from '../../../../shared/personal-links/code-proof.ts'
import { minuteMs } from '../../../../shared/platform/clock.ts'
import type { Facts, SignerMessages } from './catalog.ts'

const codeMinutes = codeLimits.livesMs / minuteMs

const greeting = ({ firstName }: Facts) => (firstName === null ? 'Olá,' : `Olá, ${firstName},`)

const asksAsWell = ({ others }: Facts) => (others === null ? [] : [`A assinatura é pedida também a: ${others}.`])

/** The message is marked as quoted, so that nobody can speak in our name. */
const wrote = ({ sender, message }: Facts) =>
  message.length === 0 ? [] : [`Mensagem de ${sender}:`, quotation(['«', '»'], message)]

const reasonOf = ({ reason }: Facts) => (reason === null ? 'Não foi indicado nenhum motivo.' : `Motivo: ${reason}`)

const howToSign = (facts: Facts) =>
  `Abra o documento, leia-o e assine-o no seu navegador. Não precisa de nenhuma conta. Pode assinar até ${facts.expiry}.`

const canSignUntil = (facts: Facts) => `Pode assinar até ${facts.expiry}.`

const personal = 'Esta ligação é pessoal: quem a tiver pode agir em seu nome. Não reencaminhe esta mensagem.'

const unexpected = 'Não esperava esta mensagem? Ignore-a. Nada é assinado sem a sua assinatura.'

const forSigning = [personal, unexpected]

const linkLife = (facts: Facts) =>
  facts.purge === null
    ? 'A ligação funciona enquanto o remetente conservar aqui o documento.'
    : `A ligação funciona até ${facts.purge}.`

const nothingToDo = 'Não é preciso fazer nada.'

export const portuguese: SignerMessages = {
  invitation: (facts) => ({
    subject: `${facts.sender} pede a sua assinatura: ${facts.title}`,
    preheader: canSignUntil(facts),
    heading: `Pedido de assinatura de «${facts.title}»`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} pede-lhe que leia e assine «${facts.title}».`,
      ...wrote(facts),
      ...asksAsWell(facts),
      howToSign(facts),
    ],
    button: 'Ler e assinar',
    smallPrint: forSigning,
  }),
  reminder: (facts) => ({
    subject: `Lembrete de assinatura: ${facts.title}`,
    preheader: canSignUntil(facts),
    heading: `«${facts.title}» aguarda a sua assinatura`,
    paragraphs: [
      greeting(facts),
      `Lembramos que ${facts.sender} lhe pediu que assinasse «${facts.title}» e que ainda falta a sua assinatura.`,
      ...wrote(facts),
      ...asksAsWell(facts),
      howToSign(facts),
    ],
    button: 'Ler e assinar',
    smallPrint: forSigning,
  }),
  extended: (facts) => ({
    subject: `Mais tempo para assinar: ${facts.title}`,
    preheader: `Agora pode assinar até ${facts.expiry}.`,
    heading: `Tem mais tempo para assinar «${facts.title}»`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} dá-lhe mais tempo para assinar «${facts.title}».`,
      ...wrote(facts),
      ...asksAsWell(facts),
      howToSign(facts),
    ],
    button: 'Ler e assinar',
    smallPrint: forSigning,
  }),
  code: (facts, code) => ({
    subject: `O seu código para assinar: ${facts.title}`,
    preheader: `É válido durante ${codeMinutes} minutos.`,
    heading: 'O seu código',
    paragraphs: [
      greeting(facts),
      `Introduza este código na página onde assina «${facts.title}» para ${facts.sender}:`,
      code,
      `É válido durante ${codeMinutes} minutos a partir do pedido. Se recebeu vários códigos, só o último funciona.`,
    ],
    code,
    smallPrint: [
      'Não partilhe este código. Nem o remetente nem a Sealpost alguma vez o pedirão.',
      'Não pediu nenhum código? Outra pessoa pode ter a sua ligação pessoal. Avise o remetente.',
    ],
  }),
  declined: (facts) => ({
    subject: `Assinatura recusada: ${facts.title}`,
    preheader: `${facts.endedBy} recusou assinar.`,
    heading: `«${facts.title}» não será assinado`,
    paragraphs: [
      greeting(facts),
      `${facts.endedBy} recusou assinar «${facts.title}», enviado por ${facts.sender}. Já ninguém o pode assinar.`,
      nothingToDo,
    ],
    smallPrint: [],
  }),
  canceled: (facts) => ({
    subject: `Pedido cancelado: ${facts.title}`,
    preheader: 'Já não precisa de o assinar.',
    heading: `Já não é preciso assinar «${facts.title}»`,
    paragraphs: [
      greeting(facts),
      `${facts.endedBy} cancelou o pedido de assinatura de «${facts.title}». Já ninguém o pode assinar.`,
      reasonOf(facts),
      nothingToDo,
    ],
    smallPrint: [],
  }),
  expired: (facts) => ({
    subject: `Prazo terminado: ${facts.title}`,
    preheader: `Era possível assinar até ${facts.expiry}.`,
    heading: `O prazo para assinar «${facts.title}» terminou`,
    paragraphs: [
      greeting(facts),
      `«${facts.title}», enviado por ${facts.sender}, podia ser assinado até ${facts.expiry}. Já ninguém o pode assinar.`,
      'Se a sua assinatura ainda for necessária, o remetente pode enviar-lhe um novo pedido.',
    ],
    smallPrint: [],
  }),
  completed: (facts) => ({
    subject: `Assinado por todas as pessoas: ${facts.title}`,
    preheader: 'O documento selado está à sua disposição.',
    heading: `«${facts.title}» está assinado`,
    paragraphs: [
      greeting(facts),
      `Todas as pessoas assinaram «${facts.title}», enviado por ${facts.sender}. Muito agradecemos.`,
      'O documento está selado: qualquer alteração posterior seria visível. Transfira o seu exemplar e guarde-o.',
    ],
    button: 'Obter o documento assinado',
    smallPrint: ['Esta ligação é pessoal. Não reencaminhe esta mensagem.', linkLife(facts)],
  }),
  completedToOthers: (facts) => ({
    subject: `A sua cópia de um documento assinado: ${facts.title}`,
    preheader: `${facts.sender} envia-lhe uma cópia.`,
    heading: `«${facts.title}» está assinado`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} envia-lhe uma cópia de «${facts.title}». Todas as pessoas assinaram: ${facts.others}.`,
      'O documento está selado: qualquer alteração posterior seria visível.',
    ],
    button: 'Obter o documento assinado',
    smallPrint: [
      'Esta ligação é pessoal. Não reencaminhe esta mensagem.',
      linkLife(facts),
      'Não esperava esta mensagem? Ignore-a.',
    ],
  }),
  completedToNotary: (facts) => ({
    subject: `Documento assinado para o seu arquivo: ${facts.title}`,
    preheader: `${facts.sender} envia-lhe este documento na qualidade de notário.`,
    heading: `«${facts.title}» está assinado`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} envia-lhe «${facts.title}» na qualidade de notário. Todas as pessoas assinaram: ${facts.others}.`,
      'O documento está selado: qualquer alteração posterior seria visível. Não é preciso assinar nada.',
    ],
    button: 'Obter o documento assinado',
    smallPrint: [
      'Esta ligação é pessoal. Não reencaminhe esta mensagem.',
      linkLife(facts),
      'Não esperava esta mensagem? Ignore-a.',
    ],
  }),
  codeText: (code, organization) =>
    `${code} serve para assinar um documento (${organization}). Expira em ${codeMinutes} minutos. Nunca o partilhe.`,
  test: 'Isto é um teste: o que for assinado aqui não tem valor legal.',
  onBehalf: (sender) => `A Sealpost enviou esta mensagem em nome de ${sender}.`,
}
