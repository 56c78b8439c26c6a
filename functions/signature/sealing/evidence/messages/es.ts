import { counting } from '../../../../../shared/platform/counting.ts'
import type { EvidenceMessages } from './catalog.ts'

const count = counting('es')
const listed = (items: readonly (number | string)[]) => new Intl.ListFormat('es').format(items.map(String))

export const es: EvidenceMessages = {
  title: 'Prueba de firma electrónica',
  summary: (signers, at) =>
    signers === 1
      ? `Una persona firmó este documento electrónicamente el ${at}.`
      : `${signers} personas firmaron este documento electrónicamente, la última el ${at}.`,
  testNotice:
    'Este documento se creó en el modo de prueba. No obliga a nadie y no prueba nada. Sus horas pueden ser las de un reloj de prueba.',
  document: 'Documento',
  pages: (n) => count(n, { one: 'página', other: 'páginas' }),
  file: 'Archivo',
  fingerprint: 'Huella (SHA-256) del documento mostrado y firmado',
  fingerprintOfSealed: 'Huella (SHA-256) del documento sellado',
  parties: (signers) => (signers === 1 ? 'Quién firmó' : `Las ${signers} personas que firmaron`),
  identity: {
    none: ({ to }) => `Usó un enlace personal enviado a ${to}. No se pidió ningún código.`,
    email_otp: ({ to }) => `Demostró su acceso al buzón ${to} al introducir un código de un solo uso enviado allí.`,
    sms_otp: ({ to }) => `Demostró su acceso al teléfono ${to} al introducir un código de un solo uso enviado allí.`,
    vendor_identity: ({ vendor }) => `Identidad verificada por ${vendor}, que recogió la firma.`,
    remote_key: ({ holder, issuer }) =>
      `Leyó y aceptó en nuestra página, y confirmó la firma ante el proveedor que guarda su clave personal. El certificado está a nombre de ${holder} y fue emitido por ${issuer}.`,
    simulated: () => 'Firmante representado por un programa del modo de prueba.',
  },
  signedAt: (local, utc) => `Firmó el ${local} (${utc}).`,
  noPicture: 'Esta firma no tiene imagen.',
  certificateSignature: 'Firma digital con el certificado de la persona firmante. Está en el propio documento.',
  issuer: 'Quién emitió esta prueba',
  issuedBy: (name, service) =>
    `${name} solicitó las firmas. ${service} las recogió, selló el documento y redactó esta prueba.`,
  issuedAt: 'Emitida el',
  law: 'Fundamento jurídico',
  legalBasis: {
    ses: 'Cada firma es una firma electrónica simple en el sentido del artículo 3, punto 10, del Reglamento (UE) n.º 910/2014 (eIDAS). Según el artículo 25, apartado 1, no se le denegarán efectos jurídicos ni admisibilidad como prueba en procedimientos judiciales por el mero hecho de ser electrónica o de no ser cualificada.',
    aes: 'Cada firma es una firma electrónica avanzada en el sentido del artículo 3, punto 11, y del artículo 26 del Reglamento (UE) n.º 910/2014 (eIDAS). Según el artículo 25, apartado 1, no se le denegarán efectos jurídicos ni admisibilidad como prueba en procedimientos judiciales por el mero hecho de ser electrónica o de no ser cualificada.',
    qes: 'Cada firma es una firma electrónica cualificada en el sentido del artículo 3, punto 12, del Reglamento (UE) n.º 910/2014 (eIDAS). Según el artículo 25, apartado 2, tiene un efecto jurídico equivalente al de una firma manuscrita.',
  },
  noLegalBasis: 'Ninguno: las firmas del modo de prueba no tienen efectos jurídicos.',
  seal: (level) =>
    `El documento está sellado (PAdES ${level}): cualquier modificación posterior de su contenido se detecta.`,
  check: 'Cómo comprobarlo',
  checkOnline: (page, id) =>
    `Escanee el código o abra ${page} y suelte allí el documento sellado. La página indica quién lo selló y cuándo, y si se ha modificado. El identificador de verificación es ${id}.`,
  checkAnywhere:
    'Cualquier lector de PDF que verifique firmas muestra lo mismo. El anexo indica cómo comprobar cada paso sin el servicio.',
  story: 'Qué ocurrió',
  storyTimes: (zone) => `Zona horaria: ${zone}. En el anexo, las horas están en UTC.`,
  sentences: {
    created: ({ actor, fileName }) => `${actor} creó la solicitud y envió el documento «${fileName}».`,
    changed: ({ actor }) => `${actor} modificó la solicitud.`,
    sent: ({ actor }) => `${actor} envió el documento a la firma.`,
    notified: ({ signer }) => `Se pidió a ${signer} que firmara.`,
    email_sent: ({ signer, to }) => `Se envió un correo electrónico a ${signer}, a la dirección ${to}.`,
    email_delivered: ({ signer, to }) => `El servidor de correo de ${signer} aceptó el mensaje enviado a ${to}.`,
    email_bounced: ({ signer, to }) => `No se pudo entregar el correo electrónico enviado a ${signer} (${to}).`,
    email_complained: ({ signer, to }) => `${signer} marcó como no deseado el correo electrónico enviado a ${to}.`,
    link_issued: ({ signer }) =>
      `El remitente recibió un enlace con el que ${signer} podía firmar en la página del remitente.`,
    agency_link_issued: ({ signer }) =>
      `Se abrió una sesión en las instalaciones del remitente, en la que ${signer} podía firmar en persona.`,
    drawing_given: ({ actor, signer }) => `${actor} aportó una frase escrita a mano para ${signer}.`,
    drawing_removed: ({ actor, signer }) => `${actor} retiró una frase escrita a mano para ${signer}.`,
    opened: ({ signer }) => `${signer} abrió el documento.`,
    pages_viewed: ({ signer, pages }) =>
      pages.length === 1
        ? `La página ${listed(pages)} se mostró a ${signer}.`
        : `Las páginas ${listed(pages)} se mostraron a ${signer}.`,
    otp_sent: ({ signer, to }) => `Se envió un código a ${signer} (${to}).`,
    otp_failed: ({ signer }) => `${signer} introdujo un código incorrecto.`,
    otp_verified: ({ signer, to }) => `${signer} introdujo el código enviado a ${to}.`,
    consented: ({ signer, text }) => `${signer} dio su conformidad: «${text}»`,
    signed: ({ signer }) => `${signer} firmó el documento.`,
    signed_after_all_pages: ({ signer }) =>
      `${signer} firmó el documento. Como exigía el remitente, antes se habían mostrado en pantalla todas las páginas.`,
    declined: ({ signer }) => `${signer} rechazó firmar.`,
    failed: ({ signer }) => `La firma de ${signer} no se pudo completar.`,
    reminded: ({ signer }) => `Se envió un recordatorio a ${signer}.`,
    corrected: ({ actor, signer, changes }) => `${actor} corrigió los datos de ${signer}: ${listed(changes)}.`,
    extended: ({ actor }) => `${actor} amplió el plazo para firmar.`,
    completed: () => 'Todas las firmas estaban completas. La solicitud había terminado.',
  },
  corrections: {
    name: ({ before, after }) => `nombre «${after}» en lugar de «${before}»`,
    email: ({ before, after }) => `correo electrónico ${after} en lugar de ${before}`,
    authMethod: ({ before, after }) => `autenticación «${after}» en lugar de «${before}»`,
    phone: 'otro número de teléfono',
    locale: 'otro idioma',
  },
  annex: 'Anexo: datos técnicos',
  annexIntroduction: (attachment) =>
    `El archivo adjunto ${attachment} contiene todo esto para programas e indica cómo cualquiera puede comprobarlo.`,
  annexLabels: {
    title: 'Título',
    request: 'Solicitud',
    organization: 'Organización',
    entity: 'Entidad',
    signatures: 'Firmas',
    written: 'Prueba redactada',
    document: 'Documento',
    sha256: 'SHA-256 documento',
    normalized: 'Normalizado',
    sha256Upload: 'SHA-256 original',
    sealed: 'Documento sellado',
    sha256Sealed: 'SHA-256 sellado',
    acts: 'Actos',
    signers: 'Firmantes',
    email: 'Correo electrónico',
    notified: 'Solicitado',
    opened: 'Abierto',
    signed: 'Firmado',
    address: 'Dirección IP',
    userAgent: 'Navegador',
    signerId: 'Identificador',
    notRecorded: 'no registrada',
    steps: 'Pasos',
    notaries: 'Notarías',
    office: 'Despacho',
    writtenByHand: 'Escrito a mano',
    writtenBy: 'Por',
    handedInBy: 'Aportado por',
    writtenFor: 'Para',
    page: 'Página',
    attachment: 'Archivo adjunto',
    sha256Attachment: 'SHA-256',
    atVendor: 'Firmado en',
    vendorFile: 'Firmas',
    appended: 'añadidas al documento enviado',
    rewritten: 'en las mismas páginas, en un archivo del proveedor',
    auditTrail: 'Registro de auditoría',
    noAuditTrail: 'El proveedor no tiene',
  },
  bytes: (n) => `${n} bytes`,
  normalizedText: (bytes, changes) =>
    `El archivo enviado tenía ${bytes} bytes. Antes de que nadie lo viera, se fijó su apariencia: ${changes}`,
  actsVerified: 'Verificados por el servicio antes del sellado (MAC)',
  everyStep:
    'Cada paso contiene la huella del anterior. Huella («hash») = SHA-256, en hexadecimal y minúsculas, del paso sin su campo «hash», escrito como JSON canónico (RFC 8785: UTF-8, campos ordenados por nombre, sin espacios).',
  chainEnd: (length, hash) =>
    `La cadena termina después de ${count(length, { one: 'paso', other: 'pasos' })} con ${hash}`,
  footer: (request, title) => `Prueba de la solicitud ${request}, ${title}`,
  page: (number, of) => `Página ${number} de ${of}`,
}
