import type { RecipientMessages } from './en.ts'

export const pt: RecipientMessages = {
  parisTime: 'hora de Paris',
  noticeSubject: 'Tem um envio registado à espera',
  noticeHeading: 'Tem um envio registado à espera',
  notice: (name, deadline) =>
    `Há um envio registado eletrónico dirigido a ${name}. Pode aceitá-lo ou recusá-lo até ${deadline}. O remetente e o conteúdo são mostrados depois da aceitação.`,
  reminderSubject: 'Lembrete: tem um envio registado à espera',
  reminderHeading: 'Ainda tem um envio registado à espera',
  reminder: (name, deadline) =>
    `Um envio registado eletrónico dirigido a ${name} continua à espera. Pode aceitá-lo ou recusá-lo até ${deadline}.`,
  until: (deadline) => `Pode aceitá-lo ou recusá-lo até ${deadline}.`,
  silence:
    'Se até lá não fizer nem uma coisa nem outra, o envio é considerado não levantado: o remetente recebe a respetiva prova e o envio já não pode ser aberto.',
  button: 'Ver o envio',
  personalLink: 'Esta ligação é pessoal: não a reencaminhe.',
  qualification: 'Serviço de envio registado eletrónico não qualificado (artigo 43.º do Regulamento eIDAS).',
  codeSubject: 'O seu código',
  codeValid: 'Válido durante 10 minutos.',
  codeEnter: 'Introduza este código na página que abriu.',
  codeLatest: 'É válido durante 10 minutos. Só o último código funciona.',
  codeSecret: 'Não partilhe este código.',
  codeUnexpected: 'Não pediu nenhum código? Ignore esta mensagem.',
  test: 'Teste: sem valor legal.',
}
