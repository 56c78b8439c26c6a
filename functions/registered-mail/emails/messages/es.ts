import type { RecipientMessages } from './en.ts'

export const es: RecipientMessages = {
  parisTime: 'hora de París',
  noticeSubject: 'Le espera un envío certificado',
  noticeHeading: 'Le espera un envío certificado',
  notice: (name, deadline) =>
    `Hay un envío certificado electrónico dirigido a ${name}. Puede aceptarlo o rechazarlo hasta el ${deadline}. Verá el remitente y el contenido después de aceptarlo.`,
  reminderSubject: 'Recordatorio: le espera un envío certificado',
  reminderHeading: 'Todavía le espera un envío certificado',
  reminder: (name, deadline) =>
    `Un envío certificado electrónico dirigido a ${name} sigue pendiente. Puede aceptarlo o rechazarlo hasta el ${deadline}.`,
  until: (deadline) => `Puede aceptarlo o rechazarlo hasta el ${deadline}.`,
  silence:
    'Si no hace ninguna de las dos cosas hasta entonces, el envío se considera no recogido: el remitente recibe una prueba de ello y el envío ya no se puede abrir.',
  button: 'Ver el envío',
  personalLink: 'Este enlace es personal: no lo reenvíe.',
  qualification: 'Servicio de entrega electrónica certificada no cualificado (artículo 43 del Reglamento eIDAS).',
  codeSubject: 'Su código',
  codeValid: 'Válido durante 10 minutos.',
  codeEnter: 'Introduzca este código en la página que ha abierto.',
  codeLatest: 'Es válido durante 10 minutos. Solo funciona el último código.',
  codeSecret: 'No comparta este código.',
  codeUnexpected: '¿No ha solicitado ningún código? Ignore este mensaje.',
  test: 'Prueba: sin valor jurídico.',
}
