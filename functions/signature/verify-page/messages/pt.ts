import type { VerifyMessages } from './catalog.ts'

const whose = {
  ours: 'o selo deste serviço',
  test: 'o selo de teste deste serviço, sem valor legal',
  known: 'um certificado de uma autoridade em que este serviço confia',
  unknown: 'um certificado que este serviço não conhece',
  broken: 'uma assinatura que não corresponde ao ficheiro',
}

export const pt: VerifyMessages = {
  language: 'Idioma',
  title: 'Verificar um documento assinado',
  introduction:
    'Largue aqui um PDF assinado. Fica a saber quem o assinou e quando, se foi alterado e de quem é o selo que contém.',
  formHeading: 'O seu documento',
  file: 'Ficheiro PDF',
  fileHint: 'Até 15 MB. O ficheiro é verificado e não é conservado.',
  check: 'Verificar o documento',
  checking: 'A verificar o documento…',
  uploadFailed: (limit) =>
    `Não foi possível enviar o documento. Podem ser verificados ficheiros até 15 MB, ${limit} por minuto. Tente de novo dentro de um minuto.`,
  noFile: 'Não chegou nenhum ficheiro. Escolha um PDF e tente de novo.',
  tooLarge:
    'O ficheiro é demasiado grande. Podem ser verificados ficheiros até 15 MB; acima de 4 MB, o seu navegador tem de permitir scripts.',
  tooMany: (limit, seconds) =>
    `A partir de uma mesma rede podem ser verificados ${limit} documentos por minuto. Tente de novo dentro de ${seconds} segundos.`,
  withoutScripts: 'O seu navegador não executa scripts aqui, pelo que o ficheiro pode ter, no máximo, 4 MB.',
  notFoundTitle: 'Nenhum documento selado tem este identificador',
  notFound:
    'Compare o identificador com o do documento. Os documentos do modo de teste e aqueles cujos ficheiros foram eliminados no fim do período de conservação não constam aqui. Pode, ainda assim, verificar um ficheiro abaixo.',
  sealedTitle: 'Um documento selado tem este identificador',
  sealedBy: (sender, at) => `Foi selado pela Sealpost, a pedido de ${sender}, a ${at}.`,
  verificationId: 'Identificador de verificação',
  fingerprint: 'Impressão digital (SHA-256)',
  compare:
    'Qualquer pessoa pode imprimir um identificador numa página. Verifique abaixo o próprio ficheiro: só então saberá que se trata deste documento.',
  resultOf: 'Resultado da verificação',
  verdicts: {
    sealed: {
      title: 'Este documento está selado e completo',
      text: 'Contém o selo deste serviço e nada foi alterado depois da selagem.',
    },
    changed: {
      title: 'Este documento foi alterado depois da selagem',
      text: 'Algo foi acrescentado ou alterado depois da assinatura. O que vê pode ser diferente do que foi assinado. Peça o documento selado.',
    },
    broken: {
      title: 'Uma assinatura deste documento não é válida',
      text: 'O ficheiro foi alterado ou a assinatura é falsa. Não confie nele.',
    },
    test: {
      title: 'Este é um documento de teste',
      text: 'Contém o selo do modo de teste deste serviço. Não vincula ninguém e não tem valor legal.',
    },
    known: {
      title: 'Este documento está assinado, mas não por este serviço',
      text: 'As assinaturas foram certificadas por autoridades em que este serviço confia e nada foi alterado depois da última.',
    },
    unknown: {
      title: 'Este documento não contém o selo deste serviço',
      text: 'Está assinado com um certificado que este serviço não conhece. Qualquer pessoa pode criar um certificado destes com qualquer nome.',
    },
    unsigned: {
      title: 'Este documento não está selado',
      text: 'O ficheiro não tem nenhuma assinatura nem selo eletrónico, seja o que for que as páginas mostrem. Os documentos impressos e digitalizados perdem o selo.',
    },
    uncertain: {
      title: 'Este documento não pode ser verificado com certeza',
      text: 'A estrutura do ficheiro está danificada ou é ambígua, e programas diferentes podem mostrá-lo de forma diferente. Não confie nele.',
    },
    unreadable: {
      title: 'Este ficheiro não pode ser verificado',
      text: 'Não é um PDF, está cifrado ou danificado, ou é demasiado complexo para ser lido com segurança.',
    },
  },
  sealTime: (at, isProved) =>
    isProved
      ? `Assinado ou selado a ${at}. Uma autoridade de validação cronológica comprova a hora.`
      : `Assinado ou selado a ${at}.`,
  appended:
    'Depois da selagem foram acrescentados dados que em nada alteram o que vê, como selos temporais que mantêm o selo comprovável.',
  appendedUnknown:
    'Depois da selagem foram acrescentados dados que em nada alteram o que vê. Este serviço não sabe quem os fez, e aqui não provam nada.',
  uselessTimestamp:
    'Foi acrescentado um selo temporal que está danificado ou é anterior ao que deveria provar. Não prova nada.',
  isDocument: (sender) => `É o documento que ${sender} deu a assinar com este serviço.`,
  isEvidence: (sender) => `É a prova de um documento que ${sender} deu a assinar com este serviço.`,
  signers: (count) => (count === 1 ? 'Assinado por' : `Assinado por ${count} pessoas`),
  signedBy: (name, at) => `${name}, a ${at}`,
  signatures: (count) => (count === 1 ? 'A assinatura do ficheiro' : `As ${count} assinaturas do ficheiro`),
  certificate: (name, kind) => `${name}: ${whose[kind]}`,
  notKept: 'O ficheiro não foi conservado.',
}
