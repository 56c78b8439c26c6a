import type { RecordMessages } from './catalog.ts'

export const pt: RecordMessages = {
  signatures: 'Assinaturas',
  heading: 'Registo de assinaturas',
  title: 'Título',
  sentBy: 'Enviado por',
  request: 'Pedido',
  sha256: 'SHA-256 do documento',
  email: 'E-mail',
  authentication: 'Autenticação',
  methods: {
    'Personal link': 'Ligação pessoal',
    'Code by e-mail': 'Código por e-mail',
    'Code by SMS': 'Código por SMS',
    'Identity check by the vendor': 'Identidade verificada pelo fornecedor',
  },
  opened: 'Aberto',
  agreed: 'Aceitação',
  signed: 'Assinado',
  address: 'Endereço IP',
  notRecorded: 'não registado',
  textOn: (page) => `Texto da página ${page}`,
  check: (page, id) =>
    `Para verificar este documento, leia o código ou abra ${page}. Identificador de verificação: ${id}.`,
  chain: (length, hash) =>
    `O ficheiro de prova deste pedido enumera os seus ${length} passos até à última assinatura, cada um com o hash do anterior; o último hash é ${hash}.`,
}
