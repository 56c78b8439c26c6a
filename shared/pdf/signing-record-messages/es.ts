import type { RecordMessages } from './catalog.ts'

export const es: RecordMessages = {
  signatures: 'Firmas',
  heading: 'Registro de firmas',
  title: 'Título',
  sentBy: 'Enviado por',
  request: 'Solicitud',
  sha256: 'SHA-256 del documento',
  email: 'Correo electrónico',
  authentication: 'Autenticación',
  methods: {
    'Personal link': 'Enlace personal',
    'Code by e-mail': 'Código por correo electrónico',
    'Code by SMS': 'Código por SMS',
    'Identity check by the vendor': 'Identidad verificada por el proveedor',
  },
  opened: 'Abierto',
  agreed: 'Conformidad',
  signed: 'Firmado',
  address: 'Dirección IP',
  notRecorded: 'no registrada',
  textOn: (page) => `Texto de la página ${page}`,
  check: (page, id) =>
    `Para comprobar este documento, escanee el código o abra ${page}. Identificador de verificación: ${id}.`,
  chain: (length, hash) =>
    `El archivo de prueba de esta solicitud enumera sus ${length} pasos hasta la última firma, cada uno con la huella del anterior; la última huella es ${hash}.`,
}
