import type { VerifyMessages } from './catalog.ts'

const whose = {
  ours: 'il sigillo di questo servizio',
  test: 'il sigillo di prova di questo servizio, senza valore legale',
  known: 'un certificato di un’autorità riconosciuta da questo servizio',
  unknown: 'un certificato che questo servizio non conosce',
  broken: 'una firma che non corrisponde al file',
}

export const it: VerifyMessages = {
  language: 'Lingua',
  title: 'Verificare un documento firmato',
  introduction:
    'Trascini qui un PDF firmato. Saprà chi lo ha firmato e quando, se è stato modificato e di chi è il sigillo che porta.',
  formHeading: 'Il Suo documento',
  file: 'File PDF',
  fileHint: 'Fino a 15 MB. Il file viene verificato e non viene conservato.',
  check: 'Verifica il documento',
  checking: 'Verifica del documento in corso…',
  uploadFailed: (limit) =>
    `Non è stato possibile inviare il documento. Si possono verificare file fino a 15 MB, ${limit} al minuto. Riprovi fra un minuto.`,
  noFile: 'Non è arrivato alcun file. Scelga un PDF e riprovi.',
  tooLarge:
    'Il file è troppo grande. Si possono verificare file fino a 15 MB; oltre i 4 MB il Suo browser deve consentire gli script.',
  tooMany: (limit, seconds) =>
    `Da una stessa rete si possono verificare ${limit} documenti al minuto. Riprovi fra ${seconds} secondi.`,
  withoutScripts: 'Qui il Suo browser non esegue script, perciò il file può avere al massimo 4 MB.',
  notFoundTitle: 'Nessun documento sigillato ha questo codice',
  notFound:
    'Confronti il codice di verifica con quello riportato sul documento. I documenti della modalità di prova e quelli i cui file sono stati eliminati al termine del periodo di conservazione non compaiono qui. Può comunque verificare un file qui sotto.',
  sealedTitle: 'Un documento sigillato ha questo codice',
  sealedBy: (sender, at) => `È stato sigillato da Sealpost per conto di ${sender} in data ${at}.`,
  verificationId: 'Codice di verifica',
  fingerprint: 'Impronta (SHA-256)',
  compare:
    'Chiunque può stampare un codice su una pagina. Verifichi qui sotto il file stesso: solo così saprà che si tratta di questo documento.',
  resultOf: 'Risultato della verifica',
  verdicts: {
    sealed: {
      title: 'Questo documento è sigillato e integro',
      text: 'Porta il sigillo di questo servizio e nulla è stato modificato dopo l’apposizione del sigillo.',
    },
    changed: {
      title: 'Questo documento è stato modificato dopo l’apposizione del sigillo',
      text: 'Dopo la firma qualcosa è stato aggiunto o modificato. Ciò che vede può essere diverso da ciò che è stato firmato. Chieda il documento sigillato.',
    },
    broken: {
      title: 'Una firma di questo documento non è valida',
      text: 'Il file è stato modificato oppure la firma è falsa. Non vi faccia affidamento.',
    },
    test: {
      title: 'Questo è un documento di prova',
      text: 'Porta il sigillo della modalità di prova di questo servizio. Non vincola nessuno e non ha valore legale.',
    },
    known: {
      title: 'Questo documento è firmato, ma non da questo servizio',
      text: 'Le firme sono state certificate da autorità riconosciute da questo servizio e nulla è stato modificato dopo l’ultima.',
    },
    unknown: {
      title: 'Questo documento non porta il sigillo di questo servizio',
      text: 'È firmato con un certificato che questo servizio non conosce. Chiunque può creare un certificato simile sotto qualsiasi nome.',
    },
    unsigned: {
      title: 'Questo documento non è sigillato',
      text: 'Il file non contiene alcuna firma elettronica né alcun sigillo, qualunque cosa mostrino le sue pagine. I documenti stampati e poi scansionati perdono il sigillo.',
    },
    uncertain: {
      title: 'Questo documento non può essere verificato con certezza',
      text: 'La struttura del file è danneggiata o ambigua e programmi diversi possono mostrarlo in modo diverso. Non vi faccia affidamento.',
    },
    unreadable: {
      title: 'Questo file non può essere verificato',
      text: 'Non è un PDF, è cifrato o danneggiato, oppure è troppo complesso per essere letto in sicurezza.',
    },
  },
  sealTime: (at, isProved) =>
    isProved
      ? `Firmato o sigillato in data ${at}. Un’autorità di marcatura temporale attesta l’ora.`
      : `Firmato o sigillato in data ${at}.`,
  appended:
    'Dopo il sigillo sono stati aggiunti dati che non cambiano nulla di ciò che vede, come marche temporali che ne conservano il valore di prova.',
  appendedUnknown:
    'Dopo il sigillo sono stati aggiunti dati che non cambiano nulla di ciò che vede. Questo servizio non sa chi li abbia prodotti, e qui non provano nulla.',
  uselessTimestamp:
    'È stata aggiunta una marca temporale danneggiata o anteriore a ciò che dovrebbe provare. Non prova nulla.',
  isDocument: (sender) => `È il documento fatto firmare da ${sender} con questo servizio.`,
  isEvidence: (sender) => `È la prova di un documento fatto firmare da ${sender} con questo servizio.`,
  signers: (count) => (count === 1 ? 'Firmato da' : `Firmato da ${count} persone`),
  signedBy: (name, at) => `${name}, in data ${at}`,
  signatures: (count) => (count === 1 ? 'La firma contenuta nel file' : `Le ${count} firme contenute nel file`),
  certificate: (name, kind) => `${name}: ${whose[kind]}`,
  notKept: 'Il file non è stato conservato.',
}
