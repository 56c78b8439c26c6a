import { counting } from '../../../../../shared/platform/counting.ts'
import type { EvidenceMessages } from './catalog.ts'

const count = counting('pt-PT')
const listed = (items: readonly (number | string)[]) => new Intl.ListFormat('pt-PT').format(items.map(String))

export const pt: EvidenceMessages = {
  title: 'Prova de assinatura eletrónica',
  summary: (signers, at) =>
    signers === 1
      ? `Uma pessoa assinou este documento eletronicamente a ${at}.`
      : `${signers} pessoas assinaram este documento eletronicamente, a última a ${at}.`,
  testNotice:
    'Este documento foi criado no modo de teste. Não vincula ninguém e nada prova. As suas horas podem ser as de um relógio de teste.',
  document: 'Documento',
  pages: (n) => count(n, { one: 'página', other: 'páginas' }),
  file: 'Ficheiro',
  fingerprint: 'Impressão digital (SHA-256) do documento mostrado e assinado',
  fingerprintOfSealed: 'Impressão digital (SHA-256) do documento selado',
  parties: (signers) => (signers === 1 ? 'Quem assinou' : `As ${signers} pessoas que assinaram`),
  identity: {
    none: ({ to }) => `Utilizou uma ligação pessoal enviada para ${to}. Não foi pedido nenhum código.`,
    email_otp: ({ to }) =>
      `Comprovou o acesso à caixa de correio ${to} ao introduzir um código de utilização única para aí enviado.`,
    sms_otp: ({ to }) =>
      `Comprovou o acesso ao telefone ${to} ao introduzir um código de utilização única para aí enviado.`,
    vendor_identity: ({ vendor }) => `Identidade verificada por ${vendor}, que recolheu a assinatura.`,
    remote_key: ({ holder, issuer }) =>
      `Leu e aceitou na nossa página e confirmou a assinatura no prestador que guarda a sua chave pessoal. O certificado está em nome de ${holder} e foi emitido por ${issuer}.`,
    simulated: () => 'Signatário simulado por um programa do modo de teste.',
  },
  signedAt: (local, utc) => `Assinou a ${local} (${utc}).`,
  noPicture: 'Esta assinatura não tem imagem.',
  certificateSignature: 'Assinatura digital com o certificado próprio. Está no próprio documento.',
  issuer: 'Quem emitiu esta prova',
  issuedBy: (name, service) =>
    `${name} pediu as assinaturas. O serviço ${service} recolheu-as, selou o documento e elaborou esta prova.`,
  issuedAt: 'Emitida a',
  law: 'Fundamento jurídico',
  legalBasis: {
    ses: 'Cada assinatura é uma assinatura eletrónica simples na aceção do artigo 3.º, ponto 10, do Regulamento (UE) n.º 910/2014 (eIDAS). Nos termos do artigo 25.º, n.º 1, não lhe podem ser negados efeitos legais nem admissibilidade enquanto prova em processo judicial pelo simples facto de ser eletrónica ou de não ser qualificada.',
    aes: 'Cada assinatura é uma assinatura eletrónica avançada na aceção do artigo 3.º, ponto 11, e do artigo 26.º do Regulamento (UE) n.º 910/2014 (eIDAS). Nos termos do artigo 25.º, n.º 1, não lhe podem ser negados efeitos legais nem admissibilidade enquanto prova em processo judicial pelo simples facto de ser eletrónica ou de não ser qualificada.',
    qes: 'Cada assinatura é uma assinatura eletrónica qualificada na aceção do artigo 3.º, ponto 12, do Regulamento (UE) n.º 910/2014 (eIDAS). Nos termos do artigo 25.º, n.º 2, tem um efeito legal equivalente ao de uma assinatura manuscrita.',
  },
  noLegalBasis: 'Nenhum: as assinaturas do modo de teste não têm efeitos legais.',
  seal: (level) => `O documento está selado (PAdES ${level}): qualquer alteração posterior do seu conteúdo é detetada.`,
  check: 'Como verificar',
  checkOnline: (page, id) =>
    `Leia o código ou abra ${page} e largue aí o documento selado. A página indica quem o selou, quando, e se foi alterado. O identificador de verificação é ${id}.`,
  checkAnywhere:
    'Qualquer leitor de PDF que verifique assinaturas mostra o mesmo. O anexo indica como verificar cada passo sem o serviço.',
  story: 'O que aconteceu',
  storyTimes: (zone) => `Fuso horário: ${zone}. No anexo, as horas estão em UTC.`,
  sentences: {
    created: ({ actor, fileName }) => `${actor} criou o pedido e enviou o documento «${fileName}».`,
    changed: ({ actor }) => `${actor} alterou o pedido.`,
    sent: ({ actor }) => `${actor} enviou o documento para assinatura.`,
    notified: ({ signer }) => `Foi pedida a assinatura de ${signer}.`,
    email_sent: ({ signer, to }) => `Foi enviado um e-mail a ${signer}, para o endereço ${to}.`,
    email_delivered: ({ signer, to }) => `O servidor de correio de ${signer} aceitou o e-mail enviado para ${to}.`,
    email_bounced: ({ signer, to }) => `Não foi possível entregar o e-mail enviado a ${signer} (${to}).`,
    email_complained: ({ signer, to }) => `${signer} assinalou como indesejado o e-mail enviado para ${to}.`,
    link_issued: ({ signer }) =>
      `O remetente recebeu uma ligação com a qual ${signer} podia assinar na página do remetente.`,
    agency_link_issued: ({ signer }) =>
      `Foi aberta uma sessão nas instalações do remetente, na qual ${signer} podia assinar presencialmente.`,
    drawing_given: ({ actor, signer }) => `${actor} entregou uma frase escrita à mão para ${signer}.`,
    drawing_removed: ({ actor, signer }) => `${actor} retirou uma frase escrita à mão para ${signer}.`,
    opened: ({ signer }) => `${signer} abriu o documento.`,
    pages_viewed: ({ signer, pages }) =>
      pages.length === 1
        ? `A página ${listed(pages)} foi mostrada a ${signer}.`
        : `As páginas ${listed(pages)} foram mostradas a ${signer}.`,
    otp_sent: ({ signer, to }) => `Foi enviado um código a ${signer} (${to}).`,
    otp_failed: ({ signer }) => `${signer} introduziu um código errado.`,
    otp_verified: ({ signer, to }) => `${signer} introduziu o código enviado para ${to}.`,
    consented: ({ signer, text }) => `${signer} deu o seu acordo: «${text}»`,
    signed: ({ signer }) => `${signer} assinou o documento.`,
    signed_after_all_pages: ({ signer }) =>
      `${signer} assinou o documento. Como o remetente exigia, todas as páginas tinham sido antes mostradas no ecrã.`,
    declined: ({ signer }) => `${signer} recusou assinar.`,
    failed: ({ signer }) => `A assinatura de ${signer} falhou.`,
    reminded: ({ signer }) => `Foi enviado um lembrete a ${signer}.`,
    corrected: ({ actor, signer, changes }) => `${actor} corrigiu os dados de ${signer}: ${listed(changes)}.`,
    extended: ({ actor }) => `${actor} prolongou o prazo para assinar.`,
    completed: () => 'Todas as pessoas tinham assinado. O pedido estava completo.',
  },
  corrections: {
    name: ({ before, after }) => `nome «${after}» em vez de «${before}»`,
    email: ({ before, after }) => `e-mail ${after} em vez de ${before}`,
    authMethod: ({ before, after }) => `autenticação «${after}» em vez de «${before}»`,
    phone: 'outro número de telefone',
    locale: 'outro idioma',
  },
  annex: 'Anexo: dados técnicos',
  annexIntroduction: (attachment) =>
    `O ficheiro anexo ${attachment} contém tudo isto para programas e indica como qualquer pessoa o pode verificar.`,
  annexLabels: {
    title: 'Título',
    request: 'Pedido',
    organization: 'Organização',
    entity: 'Entidade',
    signatures: 'Assinaturas',
    written: 'Prova elaborada',
    document: 'Documento',
    sha256: 'SHA-256 documento',
    normalized: 'Normalizado',
    sha256Upload: 'SHA-256 original',
    sealed: 'Documento selado',
    sha256Sealed: 'SHA-256 selado',
    acts: 'Atos',
    signers: 'Signatários',
    email: 'E-mail',
    notified: 'Solicitado',
    opened: 'Aberto',
    signed: 'Assinado',
    address: 'Endereço IP',
    userAgent: 'Navegador',
    signerId: 'Identificador',
    notRecorded: 'não registado',
    steps: 'Passos',
    notaries: 'Notários',
    office: 'Cartório',
    writtenByHand: 'Escrito à mão',
    writtenBy: 'Por',
    handedInBy: 'Entregue por',
    writtenFor: 'Para',
    page: 'Página',
    attachment: 'Ficheiro anexo',
    sha256Attachment: 'SHA-256',
    atVendor: 'Assinado em',
    vendorFile: 'Assinaturas',
    appended: 'acrescentadas ao documento enviado',
    rewritten: 'nas mesmas páginas, num ficheiro do fornecedor',
    auditTrail: 'Registo de auditoria',
    noAuditTrail: 'O fornecedor não tem',
  },
  bytes: (n) => `${n} bytes`,
  normalizedText: (bytes, changes) =>
    `O ficheiro enviado tinha ${bytes} bytes. Antes de alguém o ver, o seu aspeto foi fixado: ${changes}`,
  actsVerified: 'Verificados pelo serviço antes da selagem (MAC)',
  everyStep:
    'Cada passo contém o hash do anterior. Hash («hash») = SHA-256, em hexadecimal minúsculo, do passo sem o seu campo «hash», escrito como JSON canónico (RFC 8785: UTF-8, campos ordenados por nome, sem espaços).',
  chainEnd: (length, hash) =>
    `A cadeia termina ao fim de ${count(length, { one: 'passo', other: 'passos' })} com ${hash}`,
  footer: (request, title) => `Prova do pedido ${request}, ${title}`,
  page: (number, of) => `Página ${number} de ${of}`,
}
