import { counting } from '../../../../../shared/platform/counting.ts'
import type { EvidenceMessages } from './catalog.ts'

const count = counting('it')
const listed = (items: readonly (number | string)[]) => new Intl.ListFormat('it').format(items.map(String))
/** `a` before a name, with a `d` before the same vowel. */
const toName = (name: string) => (/^\s*[aàáâä]/i.test(name) ? `ad ${name}` : `a ${name}`)

export const it: EvidenceMessages = {
  title: 'Prova di firma elettronica',
  summary: (signers, at) =>
    signers === 1
      ? `Una persona ha firmato elettronicamente questo documento in data ${at}.`
      : `${signers} persone hanno firmato elettronicamente questo documento, l’ultima in data ${at}.`,
  testNotice:
    'Questo documento è stato creato in modalità di prova. Non vincola nessuno e non prova nulla. I suoi orari possono essere quelli di un orologio di prova.',
  document: 'Documento',
  pages: (n) => count(n, { one: 'pagina', other: 'pagine' }),
  file: 'File',
  fingerprint: 'Impronta (SHA-256) del documento mostrato e firmato',
  fingerprintOfSealed: 'Impronta (SHA-256) del documento sigillato',
  parties: (signers) => (signers === 1 ? 'Chi ha firmato' : `Le ${signers} persone che hanno firmato`),
  identity: {
    none: ({ to }) => `Ha usato un link personale inviato a ${to}. Non è stato richiesto alcun codice.`,
    email_otp: ({ to }) =>
      `Ha dimostrato l’accesso alla casella ${to} inserendo un codice monouso inviato a quell’indirizzo.`,
    sms_otp: ({ to }) => `Ha dimostrato l’accesso al telefono ${to} inserendo un codice monouso inviato a quel numero.`,
    vendor_identity: ({ vendor }) => `Identità verificata da ${vendor}, che ha raccolto la firma.`,
    remote_key: ({ holder, issuer }) =>
      `Ha letto e accettato sulla nostra pagina e ha confermato la firma presso il prestatore che custodisce la sua chiave personale. Il certificato è intestato a ${holder} ed è stato rilasciato da ${issuer}.`,
    simulated: () => 'Firmatario simulato da un programma della modalità di prova.',
  },
  signedAt: (local, utc) => `Ha firmato in data ${local} (${utc}).`,
  noPicture: 'Questa firma non ha un’immagine.',
  certificateSignature: 'Firma digitale con il certificato del firmatario. Si trova nel documento stesso.',
  issuer: 'Chi ha rilasciato questa prova',
  issuedBy: (name, service) =>
    `${name} ha richiesto le firme. ${service} le ha raccolte, ha sigillato il documento e ha redatto questa prova.`,
  issuedAt: 'Rilasciata in data',
  law: 'Base giuridica',
  legalBasis: {
    ses: 'Ogni firma è una firma elettronica semplice ai sensi dell’articolo 3, punto 10), del regolamento (UE) n. 910/2014 (eIDAS). Secondo l’articolo 25, paragrafo 1, non le possono essere negati gli effetti giuridici e l’ammissibilità come prova in procedimenti giudiziali per il solo motivo che è in forma elettronica o non è qualificata.',
    aes: 'Ogni firma è una firma elettronica avanzata ai sensi dell’articolo 3, punto 11), e dell’articolo 26 del regolamento (UE) n. 910/2014 (eIDAS). Secondo l’articolo 25, paragrafo 1, non le possono essere negati gli effetti giuridici e l’ammissibilità come prova in procedimenti giudiziali per il solo motivo che è in forma elettronica o non è qualificata.',
    qes: 'Ogni firma è una firma elettronica qualificata ai sensi dell’articolo 3, punto 12), del regolamento (UE) n. 910/2014 (eIDAS). Secondo l’articolo 25, paragrafo 2, ha effetti giuridici equivalenti a quelli di una firma autografa.',
  },
  noLegalBasis: 'Nessuna: le firme della modalità di prova non hanno effetti giuridici.',
  seal: (level) =>
    `Il documento è sigillato (PAdES ${level}): ogni modifica successiva del suo contenuto è riconoscibile.`,
  check: 'Come verificare',
  checkOnline: (page, id) =>
    `Inquadri il codice o apra ${page} e vi trascini il documento sigillato. La pagina indica chi lo ha sigillato, quando, e se è stato modificato. Il codice di verifica è ${id}.`,
  checkAnywhere:
    'Ogni lettore di PDF che verifica le firme mostra le stesse cose. L’allegato tecnico indica come verificare ogni passaggio senza il servizio.',
  story: 'Che cosa è successo',
  storyTimes: (zone) => `Fuso orario: ${zone}. Nell’allegato tecnico gli orari sono in UTC.`,
  sentences: {
    created: ({ actor, fileName }) => `${actor} ha creato la richiesta e inviato il documento «${fileName}».`,
    changed: ({ actor }) => `${actor} ha modificato la richiesta.`,
    sent: ({ actor }) => `${actor} ha inviato il documento alla firma.`,
    notified: ({ signer }) => `È stato chiesto ${toName(signer)} di firmare.`,
    email_sent: ({ signer, to }) => `È stata inviata un’e-mail ${toName(signer)}, all’indirizzo ${to}.`,
    email_delivered: ({ signer, to }) => `Il server di posta di ${signer} ha accettato l’e-mail inviata a ${to}.`,
    email_bounced: ({ signer, to }) =>
      `Non è stato possibile consegnare l’e-mail inviata ${toName(signer)}, all’indirizzo ${to}.`,
    email_complained: ({ signer, to }) => `${signer} ha segnalato come indesiderata l’e-mail inviata a ${to}.`,
    link_issued: ({ signer }) =>
      `Il mittente ha ricevuto un link con cui ${signer} poteva firmare sulla pagina del mittente.`,
    agency_link_issued: ({ signer }) =>
      `È stata aperta una sessione presso il mittente, in cui ${signer} poteva firmare di persona.`,
    drawing_given: ({ actor, signer }) => `${actor} ha consegnato una frase scritta a mano per ${signer}.`,
    drawing_removed: ({ actor, signer }) => `${actor} ha ritirato una frase scritta a mano per ${signer}.`,
    opened: ({ signer }) => `${signer} ha aperto il documento.`,
    pages_viewed: ({ signer, pages }) =>
      pages.length === 1
        ? `La pagina ${listed(pages)} è stata mostrata ${toName(signer)}.`
        : `Le pagine ${listed(pages)} sono state mostrate ${toName(signer)}.`,
    otp_sent: ({ signer, to }) => `È stato inviato un codice ${toName(signer)} (${to}).`,
    otp_failed: ({ signer }) => `${signer} ha inserito un codice errato.`,
    otp_verified: ({ signer, to }) => `${signer} ha inserito il codice inviato a ${to}.`,
    consented: ({ signer, text }) => `${signer} ha espresso il consenso: «${text}»`,
    signed: ({ signer }) => `${signer} ha firmato il documento.`,
    signed_after_all_pages: ({ signer }) =>
      `${signer} ha firmato il documento. Come richiesto dal mittente, prima erano state mostrate sullo schermo tutte le pagine.`,
    declined: ({ signer }) => `${signer} ha rifiutato di firmare.`,
    failed: ({ signer }) => `La firma di ${signer} non è riuscita.`,
    reminded: ({ signer }) => `È stato inviato un promemoria ${toName(signer)}.`,
    corrected: ({ actor, signer, changes }) => `${actor} ha corretto i dati di ${signer}: ${listed(changes)}.`,
    extended: ({ actor }) => `${actor} ha prorogato il termine per firmare.`,
    completed: () => 'Tutti avevano firmato. La richiesta era completa.',
  },
  corrections: {
    name: ({ before, after }) => `nome «${after}» invece di «${before}»`,
    email: ({ before, after }) => `e-mail ${after} invece di ${before}`,
    authMethod: ({ before, after }) => `autenticazione «${after}» invece di «${before}»`,
    phone: 'un altro numero di telefono',
    locale: 'un’altra lingua',
  },
  annex: 'Allegato tecnico',
  annexIntroduction: (attachment) =>
    `Il file allegato ${attachment} contiene tutto questo per i programmi e indica come chiunque può verificarlo.`,
  annexLabels: {
    title: 'Titolo',
    request: 'Richiesta',
    organization: 'Organizzazione',
    entity: 'Ente',
    signatures: 'Firme',
    written: 'Prova redatta',
    document: 'Documento',
    sha256: 'SHA-256 documento',
    normalized: 'Normalizzato',
    sha256Upload: 'SHA-256 originale',
    sealed: 'Sigillato',
    sha256Sealed: 'SHA-256 sigillato',
    acts: 'Atti',
    signers: 'Firmatari',
    email: 'E-mail',
    notified: 'Richiesto',
    opened: 'Aperto',
    signed: 'Firmato',
    address: 'Indirizzo IP',
    userAgent: 'Browser',
    signerId: 'Identificativo',
    notRecorded: 'non registrato',
    steps: 'Passaggi',
    notaries: 'Notai',
    office: 'Studio',
    writtenByHand: 'Scritto a mano',
    writtenBy: 'Da',
    handedInBy: 'Consegnato da',
    writtenFor: 'Per',
    page: 'Pagina',
    attachment: 'File allegato',
    sha256Attachment: 'SHA-256',
    atVendor: 'Firmato presso',
    vendorFile: 'Firme',
    appended: 'aggiunte al documento inviato',
    rewritten: 'sulle stesse pagine, in un file del fornitore',
    auditTrail: 'Registro di controllo',
    noAuditTrail: 'Il fornitore non ne ha',
  },
  bytes: (n) => `${n} byte`,
  normalizedText: (bytes, changes) =>
    `Il file inviato aveva ${bytes} byte. Prima che qualcuno lo vedesse, ne è stato fissato l’aspetto: ${changes}`,
  actsVerified: 'Verificati dal servizio prima del sigillo (MAC)',
  everyStep:
    'Ogni passaggio contiene l’impronta del precedente. Impronta («hash») = SHA-256, in esadecimale minuscolo, del passaggio senza il suo campo «hash», scritto come JSON canonico (RFC 8785: UTF-8, campi ordinati per nome, senza spazi).',
  chainEnd: (length, hash) =>
    `La catena termina dopo ${count(length, { one: 'passaggio', other: 'passaggi' })} con ${hash}`,
  footer: (request, title) => `Prova della richiesta ${request}, ${title}`,
  page: (number, of) => `Pagina ${number} di ${of}`,
}
