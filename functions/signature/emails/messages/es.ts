import { quotation } from '../../../../shared/mail/layout/quotation.ts'
import { codeLimits } from '../../../../shared/personal-links/code-proof.ts'
import { minuteMs } from '../../../../shared/platform/clock.ts'
import type { Facts, SignerMessages } from './catalog.ts'

const codeMinutes = codeLimits.livesMs / minuteMs

const greeting = ({ firstName }: Facts) => (firstName === null ? 'Buenos días:' : `Buenos días, ${firstName}:`)

const asksAsWell = ({ others }: Facts) => (others === null ? [] : [`La firma se pide también a: ${others}.`])

/** The message is marked as quoted, so that nobody can speak in our name. */
const wrote = ({ sender, message }: Facts) =>
  message.length === 0 ? [] : [`Mensaje de ${sender}:`, quotation(['«', '»'], message)]

const reasonOf = ({ reason }: Facts) => (reason === null ? 'No se indicó ningún motivo.' : `Motivo: ${reason}`)

const howToSign = (facts: Facts) =>
  `Abra el documento, léalo y fírmelo en su navegador. No necesita ninguna cuenta. Puede firmar hasta el ${facts.expiry}.`

const canSignUntil = (facts: Facts) => `Puede firmar hasta el ${facts.expiry}.`

const personal = 'Este enlace es personal: quien lo tenga puede actuar en su nombre. No reenvíe este mensaje.'

const unexpected = '¿No esperaba este mensaje? Ignórelo. No se firma nada si usted no lo firma.'

const forSigning = [personal, unexpected]

const linkLife = (facts: Facts) =>
  facts.purge === null
    ? 'El enlace funciona mientras el remitente conserve aquí el documento.'
    : `El enlace funciona hasta el ${facts.purge}.`

const nothingToDo = 'No tiene que hacer nada.'

export const spanish: SignerMessages = {
  invitation: (facts) => ({
    subject: `${facts.sender} le pide su firma: ${facts.title}`,
    preheader: canSignUntil(facts),
    heading: `Le pedimos que firme «${facts.title}»`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} le pide que lea y firme «${facts.title}».`,
      ...wrote(facts),
      ...asksAsWell(facts),
      howToSign(facts),
    ],
    button: 'Leer y firmar',
    smallPrint: forSigning,
  }),
  reminder: (facts) => ({
    subject: `Recordatorio de firma: ${facts.title}`,
    preheader: canSignUntil(facts),
    heading: `«${facts.title}» espera su firma`,
    paragraphs: [
      greeting(facts),
      `Le recordamos que ${facts.sender} le pidió que firmara «${facts.title}» y que todavía falta su firma.`,
      ...wrote(facts),
      ...asksAsWell(facts),
      howToSign(facts),
    ],
    button: 'Leer y firmar',
    smallPrint: forSigning,
  }),
  extended: (facts) => ({
    subject: `Más tiempo para firmar: ${facts.title}`,
    preheader: `Ahora puede firmar hasta el ${facts.expiry}.`,
    heading: `Tiene más tiempo para firmar «${facts.title}»`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} le da más tiempo para firmar «${facts.title}».`,
      ...wrote(facts),
      ...asksAsWell(facts),
      howToSign(facts),
    ],
    button: 'Leer y firmar',
    smallPrint: forSigning,
  }),
  code: (facts, code) => ({
    subject: `Su código para firmar: ${facts.title}`,
    preheader: `Es válido durante ${codeMinutes} minutos.`,
    heading: 'Su código',
    paragraphs: [
      greeting(facts),
      `Introduzca este código en la página donde firma «${facts.title}» para ${facts.sender}:`,
      code,
      `Es válido durante ${codeMinutes} minutos desde que lo solicitó. Si ha recibido varios códigos, solo funciona el último.`,
    ],
    code,
    smallPrint: [
      'No comparta este código. Ni el remitente ni Sealpost se lo pedirán nunca.',
      '¿No ha solicitado ningún código? Puede que otra persona tenga su enlace personal. Avise al remitente.',
    ],
  }),
  declined: (facts) => ({
    subject: `Firma rechazada: ${facts.title}`,
    preheader: `${facts.endedBy} ha rechazado firmar.`,
    heading: `«${facts.title}» no se firmará`,
    paragraphs: [
      greeting(facts),
      `${facts.endedBy} ha rechazado firmar «${facts.title}», enviado por ${facts.sender}. Nadie puede firmarlo ya.`,
      nothingToDo,
    ],
    smallPrint: [],
  }),
  canceled: (facts) => ({
    subject: `Solicitud anulada: ${facts.title}`,
    preheader: 'Ya no tiene que firmarlo.',
    heading: `Ya no es necesario firmar «${facts.title}»`,
    paragraphs: [
      greeting(facts),
      `${facts.endedBy} ha anulado la solicitud de firma de «${facts.title}». Nadie puede firmarlo ya.`,
      reasonOf(facts),
      nothingToDo,
    ],
    smallPrint: [],
  }),
  expired: (facts) => ({
    subject: `Plazo vencido: ${facts.title}`,
    preheader: `Se podía firmar hasta el ${facts.expiry}.`,
    heading: `El plazo para firmar «${facts.title}» ha terminado`,
    paragraphs: [
      greeting(facts),
      `«${facts.title}», enviado por ${facts.sender}, se podía firmar hasta el ${facts.expiry}. Nadie puede firmarlo ya.`,
      'Si su firma sigue siendo necesaria, el remitente puede enviarle una solicitud nueva.',
    ],
    smallPrint: [],
  }),
  completed: (facts) => ({
    subject: `Todas las firmas completas: ${facts.title}`,
    preheader: 'El documento sellado está a su disposición.',
    heading: `«${facts.title}» está firmado`,
    paragraphs: [
      greeting(facts),
      `Todas las personas han firmado «${facts.title}», enviado por ${facts.sender}. Muchas gracias.`,
      'El documento está sellado: cualquier cambio posterior sería visible. Descargue su ejemplar y guárdelo.',
    ],
    button: 'Obtener el documento firmado',
    smallPrint: ['Este enlace es personal. No reenvíe este mensaje.', linkLife(facts)],
  }),
  completedToOthers: (facts) => ({
    subject: `Su copia de un documento firmado: ${facts.title}`,
    preheader: `${facts.sender} le envía una copia.`,
    heading: `«${facts.title}» está firmado`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} le envía una copia de «${facts.title}». Han firmado todas las personas: ${facts.others}.`,
      'El documento está sellado: cualquier cambio posterior sería visible.',
    ],
    button: 'Obtener el documento firmado',
    smallPrint: [
      'Este enlace es personal. No reenvíe este mensaje.',
      linkLife(facts),
      '¿No esperaba este mensaje? Ignórelo.',
    ],
  }),
  completedToNotary: (facts) => ({
    subject: `Documento firmado para su archivo: ${facts.title}`,
    preheader: `${facts.sender} le ha indicado como notario.`,
    heading: `«${facts.title}» está firmado`,
    paragraphs: [
      greeting(facts),
      `${facts.sender} le ha indicado como notario para «${facts.title}». Han firmado todas las personas: ${facts.others}.`,
      'El documento está sellado: cualquier cambio posterior sería visible. No tiene que firmar nada.',
    ],
    button: 'Obtener el documento firmado',
    smallPrint: [
      'Este enlace es personal. No reenvíe este mensaje.',
      linkLife(facts),
      '¿No esperaba este mensaje? Ignórelo.',
    ],
  }),
  codeText: (code, organization) =>
    `${code} es su clave para firmar un documento (${organization}). Caduca en ${codeMinutes} minutos. No la comparta con nadie.`,
  test: 'Esto es una prueba: lo que se firme aquí no tiene valor jurídico.',
  onBehalf: (sender) => `Sealpost ha enviado este mensaje por encargo de ${sender}.`,
}
