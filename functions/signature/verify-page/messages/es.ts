import type { VerifyMessages } from './catalog.ts'

const whose = {
  ours: 'el sello de este servicio',
  test: 'el sello de prueba de este servicio, sin valor jurídico',
  known: 'un certificado de una autoridad en la que confía este servicio',
  unknown: 'un certificado que este servicio no conoce',
  broken: 'una firma que no corresponde al archivo',
}

export const es: VerifyMessages = {
  language: 'Idioma',
  title: 'Comprobar un documento firmado',
  introduction:
    'Suelte aquí un PDF firmado. Sabrá quién lo firmó y cuándo, si se ha modificado y de quién es el sello que lleva.',
  formHeading: 'Su documento',
  file: 'Archivo PDF',
  fileHint: 'Hasta 15 MB. El archivo se comprueba y no se conserva.',
  check: 'Comprobar el documento',
  checking: 'Comprobando el documento…',
  uploadFailed: (limit) =>
    `No se ha podido enviar el documento. Se pueden comprobar archivos de hasta 15 MB, ${limit} por minuto. Vuelva a intentarlo dentro de un minuto.`,
  noFile: 'No ha llegado ningún archivo. Elija un PDF y vuelva a intentarlo.',
  tooLarge:
    'El archivo es demasiado grande. Se pueden comprobar archivos de hasta 15 MB; a partir de 4 MB, su navegador debe permitir scripts.',
  tooMany: (limit, seconds) =>
    `Desde una misma red se pueden comprobar ${limit} documentos por minuto. Vuelva a intentarlo dentro de ${seconds} segundos.`,
  withoutScripts: 'Su navegador no ejecuta scripts aquí, por lo que el archivo puede tener como máximo 4 MB.',
  notFoundTitle: 'Ningún documento sellado tiene este identificador',
  notFound:
    'Compare el identificador con el del documento. Los documentos del modo de prueba, y aquellos cuyos archivos se eliminaron al terminar su periodo de conservación, no figuran aquí. De todos modos, puede comprobar un archivo más abajo.',
  sealedTitle: 'Un documento sellado tiene este identificador',
  sealedBy: (sender, at) => `Sealpost lo selló por encargo de ${sender} el ${at}.`,
  verificationId: 'Identificador de verificación',
  fingerprint: 'Huella (SHA-256)',
  compare:
    'Cualquiera puede imprimir un identificador en una página. Compruebe más abajo el propio archivo: solo así sabrá que se trata de este documento.',
  resultOf: 'Resultado de la comprobación',
  verdicts: {
    sealed: {
      title: 'Este documento está sellado y completo',
      text: 'Lleva el sello de este servicio y no se ha modificado nada después del sellado.',
    },
    changed: {
      title: 'Este documento se modificó después del sellado',
      text: 'Se ha añadido o modificado algo después de la firma. Lo que usted ve puede diferir de lo que se firmó. Pida el documento sellado.',
    },
    broken: {
      title: 'Una firma de este documento no es válida',
      text: 'El archivo se ha modificado o la firma es falsa. No se fíe de él.',
    },
    test: {
      title: 'Este es un documento de prueba',
      text: 'Lleva el sello del modo de prueba de este servicio. No obliga a nadie y no tiene valor jurídico.',
    },
    known: {
      title: 'Este documento está firmado, pero no por este servicio',
      text: 'Autoridades en las que confía este servicio han certificado las firmas, y no se ha modificado nada después de la última.',
    },
    unknown: {
      title: 'Este documento no lleva el sello de este servicio',
      text: 'Está firmado con un certificado que este servicio no conoce. Cualquiera puede crear un certificado así con cualquier nombre.',
    },
    unsigned: {
      title: 'Este documento no está sellado',
      text: 'El archivo no tiene ninguna firma ni sello electrónico, muestren lo que muestren sus páginas. Los documentos impresos y escaneados pierden su sello.',
    },
    uncertain: {
      title: 'Este documento no se puede comprobar con certeza',
      text: 'La estructura del archivo está dañada o es ambigua, y distintos programas pueden mostrarlo de forma diferente. No se fíe de él.',
    },
    unreadable: {
      title: 'Este archivo no se puede comprobar',
      text: 'No es un PDF, está cifrado o dañado, o es demasiado complejo para leerlo de forma segura.',
    },
  },
  sealTime: (at, isProved) =>
    isProved
      ? `Firmado o sellado el ${at}. Una autoridad de sellado de tiempo acredita la hora.`
      : `Firmado o sellado el ${at}.`,
  appended:
    'Después del sellado se añadieron datos que no cambian nada de lo que usted ve, como sellos de tiempo que mantienen la validez del sello.',
  appendedUnknown:
    'Después del sellado se añadieron datos que no cambian nada de lo que usted ve. Este servicio no sabe quién los hizo, y aquí no prueban nada.',
  uselessTimestamp:
    'Se añadió un sello de tiempo que está dañado o es anterior a lo que debería probar. No prueba nada.',
  isDocument: (sender) => `Es el documento que ${sender} dio a firmar con este servicio.`,
  isEvidence: (sender) => `Es la prueba de un documento que ${sender} dio a firmar con este servicio.`,
  signers: (count) => (count === 1 ? 'Firmado por' : `Firmado por ${count} personas`),
  signedBy: (name, at) => `${name}, el ${at}`,
  signatures: (count) => (count === 1 ? 'La firma del archivo' : `Las ${count} firmas del archivo`),
  certificate: (name, kind) => `${name}: ${whose[kind]}`,
  notKept: 'El archivo no se ha conservado.',
}
