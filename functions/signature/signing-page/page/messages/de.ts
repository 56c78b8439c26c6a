import { counting } from '../../../../../shared/platform/counting.ts'
import type { Messages } from './en.ts'

const count = counting('de')

export const de: Messages = {
  language: 'Sprache',
  pageTitle: (title) => `Unterschreiben: ${title}`,
  loading: 'Wird geladen …',
  testBanner: 'Test: Was hier unterschrieben wird, hat keine rechtliche Wirkung.',
  retry: 'Erneut versuchen',

  steps: 'Schritte',
  stepRead: 'Lesen',
  stepWrite: 'Schreiben',
  stepConfirm: 'Identität bestätigen',
  stepSign: 'Unterschreiben',

  toSign: 'Von Ihnen zu unterschreiben',
  handOverTo: (name) => `Dieser Teil ist für ${name}`,
  sentBy: 'Gesendet von',
  senderOf: (sender, organization) => (sender === organization ? sender : `${sender}, ${organization}`),
  youAre: 'Sie unterschreiben als',
  signUntil: 'Zu unterschreiben bis',
  documentFile: 'Dokument',
  pages: (n) => count(n, { one: 'Seite', other: 'Seiten' }),
  messageOf: (sender) => `Nachricht von ${sender}`,
  signers: 'Wer unterschreibt',
  you: 'Sie',
  hasSigned: (when) => `hat am ${when} unterschrieben`,
  hasDeclined: 'hat abgelehnt',
  hasNotSigned: 'hat noch nicht unterschrieben',
  openDocument: 'Dokument öffnen',
  readDocument: 'Dokument lesen',

  document: 'Zu unterschreibendes Dokument',
  documentLoading: 'Das Dokument wird geladen …',
  documentProgress: (percent) => `Das Dokument wird geladen: ${percent} %`,
  documentOpening: 'Das Dokument ist angekommen und wird geöffnet …',
  documentUnavailable: 'Das Dokument konnte nicht geladen werden.',
  documentAltered:
    'Das Dokument wurde auf dem Weg zu Ihnen verändert. Es wird nicht angezeigt, damit Sie nicht das falsche Dokument unterschreiben.',
  documentUnreadable: 'Dieser Browser kann das Dokument nicht anzeigen. Sie können es stattdessen als Datei öffnen.',
  openAsFile: 'Dokument als Datei öffnen',
  page: (n, of) => `Seite ${n} von ${of}`,
  pageOf: (n, of) => `${n} / ${of}`,
  goToPage: 'Gehe zu Seite',
  print: 'Drucken',
  printing: 'Die Seiten werden für den Druck vorbereitet …',
  printWithButton: 'Um das ganze Dokument zu drucken, verwenden Sie die Schaltfläche „Drucken“ über dem Dokument.',
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
  zoomFit: 'An Breite anpassen',
  zoomLevel: (percent) => `${percent} %`,

  readHeading: 'Lesen Sie, dann fahren Sie fort',
  readHint: 'Nehmen Sie sich Zeit: Bis zum letzten Schritt wird nichts unterschrieben.',
  fieldsLeft: (n) => `${count(n, { one: 'Feld', other: 'Felder' })} auszufüllen`,
  fieldsDone: 'Alle Ihre Felder sind ausgefüllt.',
  pagesLeft: (pages, n) => `Noch anzusehen: ${n === 1 ? 'Seite' : 'Seiten'} ${pages}`,
  showPage: (page) => `Seite ${page} zeigen`,
  pagesMissed: 'Der Absender verlangt, dass Sie vor der Unterschrift jede Seite ansehen.',
  pagesNeedBrowser:
    'Der Absender verlangt, dass Sie hier vor der Unterschrift jede Seite ansehen, und dieser Browser kann das Dokument nicht anzeigen. Öffnen Sie Ihren Link in einem anderen Browser.',
  nextField: 'Nächstes Feld',
  continueToSign: 'Weiter zur Unterschrift',
  fieldRequired: (label) => `Füllen Sie „${label}“ aus.`,
  checkboxRequired: (label) => `Kreuzen Sie „${label}“ an.`,
  fieldOf: (number, count) => `Feld ${number} von ${count}`,
  fieldNames: {
    signature: 'Ihre Unterschrift',
    initials: 'Ihre Initialen',
    date: 'Datum der Unterschrift',
    text: 'Text',
    checkbox: 'Kontrollkästchen',
    handwritten_mention: 'Von Hand geschriebener Satz',
  },
  fieldOnPage: (label, page) => `${label}, Seite ${page}`,
  required: 'Pflichtfeld',
  signHere: 'Hier unterschreiben',
  writeHere: 'Hier schreiben',
  changeMention: 'Geschriebenes ändern',
  changeSignature: 'Unterschrift ändern',
  filledOnSigning: 'wird beim Unterschreiben ausgefüllt',
  back: 'Zurück zum Dokument',

  continueToWrite: 'Weiter zum Schreiben',
  writeHeading: 'Von Hand schreiben',
  writeHint: 'Schreiben Sie diesen Satz mit Finger, Stift oder Maus in das Feld ab.',
  mentionOf: (number, count) => `Satz ${number} von ${count}`,
  mentionMissing: 'Schreiben Sie den Satz, um fortzufahren.',
  mentionDrawn: 'Das wurde zuvor geschrieben.',
  writeAgain: 'Noch einmal schreiben',
  nextMention: 'Nächster Satz',
  previousMention: 'Vorheriger Satz',
  codeHeading: 'Bestätigen Sie Ihre Identität',
  codeIntroEmail: (digits, to) => `Wir senden einen ${digits}-stelligen Code per E-Mail${to ? ` an ${to}` : ''}.`,
  codeIntroSms: (digits, to) => `Wir senden einen ${digits}-stelligen Code per SMS${to ? ` an ${to}` : ''}.`,
  codeSentEmail: (to) => `Ein Code wurde per E-Mail${to ? ` an ${to}` : ''} gesendet.`,
  codeSentSms: (to) => `Ein Code wurde per SMS${to ? ` an ${to}` : ''} gesendet.`,
  codeSend: 'Code senden',
  codeSendAgain: 'Neuen Code senden',
  codeSendAgainIn: (time) => `Ein neuer Code kann in ${time} gesendet werden.`,
  codeLabel: (digits) => `Die ${digits} Ziffern des Codes`,
  codeValidFor: (time) => `Der Code ist noch ${time} gültig.`,
  codeExpired: 'Dieser Code ist abgelaufen. Fordern Sie einen neuen an.',
  codeWrong: 'Dieser Code ist nicht richtig.',
  codeTriesLeft: (n) => `Noch ${count(n, { one: 'Versuch', other: 'Versuche' })}.`,
  codeIncomplete: (digits) => `Geben Sie alle ${digits} Ziffern des Codes ein.`,
  codeLocked: (time) => `Zu viele falsche Codes. Sie können um ${time} fortfahren.`,
  codeLockedFor: (time) => `Das ist in ${time}. Ihre Eingaben bleiben erhalten, solange diese Seite geöffnet ist.`,
  codeTooMany: (time) => `Es wurden zu viele Codes gesendet. Der nächste kann in ${time} gesendet werden.`,
  codeOfNoUse:
    'Für Sie wurden zu viele falsche Codes eingegeben. Bitten Sie den Absender, Ihre E-Mail-Adresse oder Telefonnummer zu korrigieren.',
  codeConfirm: 'Bestätigen',
  codeNotReceived: 'Nichts erhalten? Sehen Sie auch im Spam-Ordner nach.',

  signHeading: 'Unterschreiben',
  remoteIntro:
    'Sie unterschreiben mit einem Signaturdienst, der Ihre Identität kennt. Dort bestätigen Sie die Unterschrift und kehren dann auf diese Seite zurück.',
  remoteContinue: 'Weiter zum Signaturdienst',
  remoteBusy: 'Bitte warten …',
  remoteNotConfirmed:
    'Sie haben die Unterschrift beim Signaturdienst nicht bestätigt. Es wurde nichts unterschrieben; beginnen Sie erneut, wenn Sie bereit sind.',
  remoteStartAgain:
    'Diese Bestätigung kann nicht mehr verwendet werden. Es wurde nichts unterschrieben; beginnen Sie erneut, wenn Sie bereit sind.',
  remoteNoKey:
    'Der Signaturdienst hat keinen Schlüssel, mit dem Sie unterschreiben können. Es wurde nichts unterschrieben; nennen Sie dem Absender die E-Mail-Adresse, die Sie dort verwenden.',
  remoteOtherName:
    'Das Zertifikat beim Signaturdienst lautet auf einen anderen Namen als Ihren in diesem Dokument. Es wurde nichts unterschrieben; bitten Sie den Absender, Ihren Namen oder Ihre E-Mail-Adresse zu berichtigen.',
  remoteNoConnection:
    'Der Signaturdienst nimmt das Konto des Absenders nicht an. Es wurde nichts unterschrieben; bitte sagen Sie dem Absender Bescheid.',
  remoteFailed:
    'Der Signaturdienst hat die Unterschrift nicht erstellt. Es wurde nichts unterschrieben; versuchen Sie es gleich noch einmal.',
  signatureHow: 'Wie möchten Sie unterschreiben?',
  modes: { typed: 'Tippen', drawn: 'Zeichnen', uploaded: 'Hochladen' },
  typedLabel: 'Ihr Name',
  stampPreview: 'So wird Ihre Unterschrift im Dokument aussehen',
  undrawable: (characters) =>
    `Das Dokument kann diese Zeichen nicht darstellen: ${characters}. Verwenden Sie andere Zeichen.`,
  drawInstead: 'Unterschrift stattdessen zeichnen',
  drawnLabel: 'Zeichnen Sie Ihre Unterschrift in das Feld',
  drawnHint: 'Mit Finger, Stift oder Maus. Wenn Sie eine Tastatur verwenden, wählen Sie „Tippen“.',
  drawnStrokes: (n) =>
    n === 0 ? 'Das Feld ist leer.' : `${count(n, { one: 'Strich', other: 'Striche' })} gezeichnet.`,
  undo: 'Rückgängig',
  clear: 'Löschen',
  uploadLabel: 'Bild Ihrer Unterschrift',
  uploadHint:
    'Ein Foto oder Scan bis 20 MB. Der Hintergrund wird entfernt und das Bild auf Ihre Unterschrift zugeschnitten.',
  uploadWorking: 'Das Bild wird vorbereitet …',
  uploadTooLarge: 'Diese Datei ist größer als 20 MB. Wählen Sie eine kleinere.',
  uploadWrongType:
    'Dieser Browser kann die Datei nicht als Bild lesen. Wählen Sie ein JPEG- oder PNG-Bild, oder zeichnen Sie Ihre Unterschrift.',
  uploadBlank:
    'Dieses Bild ist fast leer und zeigt keine Unterschrift. Machen Sie ein neues Foto, oder zeichnen Sie Ihre Unterschrift.',
  uploadUnusable:
    'Dieses Bild kann nicht verwendet werden. Wählen Sie ein anderes, oder zeichnen Sie Ihre Unterschrift.',
  uploadedPreview: (name) => `Ihre Unterschrift aus ${name}`,
  signatureMissing: {
    typed: 'Geben Sie Ihren Namen ein, um zu unterschreiben.',
    drawn: 'Zeichnen Sie Ihre Unterschrift, um zu unterschreiben.',
    uploaded: 'Wählen Sie ein Bild Ihrer Unterschrift, um zu unterschreiben.',
  },
  consentMissing: 'Kreuzen Sie das Kästchen an, um zuzustimmen.',
  changedSinceShown: (title, names) =>
    `Der Absender hat diese Anfrage geändert, seit Sie sie geöffnet haben. Ihr Titel lautet jetzt „${title}“. Es unterschreiben: ${names}. Prüfen Sie das und stimmen Sie dann erneut zu.`,
  fingerprint: 'SHA-256-Fingerabdruck des Dokuments',
  sign: 'Dokument unterschreiben',
  signing: 'Wird unterschrieben …',

  decline: 'Unterschrift ablehnen',
  declineHeading: 'Unterschrift ablehnen',
  declineReason: 'Warum lehnen Sie ab?',
  declineHint: (sender) => `${sender} wird dies lesen. Höchstens 500 Zeichen.`,
  declineReasonMissing: 'Sagen Sie in wenigen Worten, warum Sie ablehnen.',
  declineContinue: 'Weiter',
  declineConfirmHeading: 'Endgültig ablehnen?',
  declineConfirm:
    'Die Anfrage endet: Weder Sie noch andere können dieses Dokument danach unterschreiben. Das lässt sich nicht rückgängig machen.',
  declineYourReason: 'Ihr Grund',
  declineForGood: 'Endgültig ablehnen',
  declining: 'Wird abgelehnt …',
  cancel: 'Abbrechen',
  change: 'Ändern',

  signedHeading: 'Sie haben unterschrieben',
  signedAt: (title, when) => `Sie haben „${title}“ am ${when} unterschrieben.`,
  othersLeft: (n) =>
    `${count(n, { one: 'weitere Person muss', other: 'weitere Personen müssen' })} noch unterschreiben. Wenn alle unterschrieben haben, erhalten Sie das gesiegelte Dokument über diesen Link.`,
  sealing: 'Das gesiegelte Dokument wird vorbereitet. Es erscheint hier, sobald es fertig ist.',
  sealReady: 'Alle haben unterschrieben. Das gesiegelte Dokument ist fertig.',
  sealFailed:
    'Alle haben unterschrieben. Das Siegeln des Dokuments dauert länger als üblich. Öffnen Sie diesen Link später noch einmal.',
  sealArchived:
    'Alle haben unterschrieben. Das gesiegelte Dokument ist archiviert. Bitten Sie den Absender um eine Kopie.',
  sealPurged: 'Alle haben unterschrieben. Das gesiegelte Dokument wurde am Ende der Aufbewahrungsfrist gelöscht.',
  download: 'Gesiegeltes Dokument herunterladen',
  nextHeading: 'Wie es weitergeht',
  nextDownload: 'Laden Sie das gesiegelte Dokument herunter und bewahren Sie es auf.',
  nextNothing: 'Sie müssen nichts weiter tun. Sie können diese Seite schließen.',
  nextPerson: 'Gerät an die nächste Person weitergeben',
  redirecting: (host, seconds) => `In ${seconds} s werden Sie zu ${host} weitergeleitet.`,
  goOn: (host) => `Jetzt zu ${host}`,
  stayHere: 'Auf dieser Seite bleiben',

  unknownHeading: 'Dieser Link führt zu keinem Dokument',
  unknownText:
    'Der Link ist vielleicht unvollständig, oder ein neuerer Link hat ihn ersetzt. Öffnen Sie den Link in der letzten Nachricht, die Sie erhalten haben.',
  notYourTurnHeading: 'Sie sind noch nicht an der Reihe',
  notYourTurnText: (title) =>
    `Andere Personen unterschreiben „${title}“ vor Ihnen. Sie erhalten eine Nachricht, wenn Sie an der Reihe sind; auch diese Seite sagt es Ihnen.`,
  declinedByYouHeading: 'Sie haben die Unterschrift abgelehnt',
  declinedByYouText: (title, when) =>
    `Sie haben es${when ? ` am ${when}` : ''} abgelehnt, „${title}“ zu unterschreiben. Der Absender wurde informiert.`,
  declinedByOtherHeading: 'Eine andere Person hat abgelehnt',
  declinedByOtherText: (title) =>
    `Eine der unterzeichnenden Personen hat es abgelehnt, „${title}“ zu unterschreiben. Die Anfrage ist beendet. Sie müssen nichts tun.`,
  canceledHeading: 'Die Anfrage wurde zurückgezogen',
  canceledText: (title, sender) =>
    `${sender} bittet nicht mehr um Unterschriften für „${title}“. Sie müssen nichts tun.`,
  expiredHeading: 'Die Frist zum Unterschreiben ist abgelaufen',
  expiredText: (title, when) =>
    `„${title}“ konnte bis ${when} unterschrieben werden. Bitten Sie den Absender um eine neue Anfrage.`,
  completedHeading: 'Die Anfrage ist abgeschlossen',
  completedText: (title) => `„${title}“ wurde von allen unterschrieben. Sie müssen nichts tun.`,
  notAskedHeading: 'Ihre Unterschrift wird nicht mehr benötigt',
  notAskedText: (title) => `„${title}“ wartet nicht mehr auf Ihre Unterschrift.`,
  yourSignatureStays: (when) => `Sie hatten am ${when} unterschrieben.`,
  unreachableHeading: 'Die Seite konnte nicht geladen werden',

  networkFailed: 'Im Moment besteht keine Verbindung.',
  serverFailed: 'Bei uns ist etwas schiefgegangen. Versuchen Sie es gleich noch einmal.',
  entriesKept: 'Ihre Eingaben bleiben erhalten.',
  notSigned:
    'Die Verbindung brach ab, bevor Ihre Unterschrift ankam. Es wurde nichts unterschrieben; unterschreiben Sie erneut, wenn Sie bereit sind.',
  notDeclined: 'Die Verbindung brach ab, bevor Ihre Ablehnung ankam. Es hat sich nichts geändert.',
  outcomeUnknown:
    'Die Verbindung brach im letzten Moment ab. Diese Seite prüft, was geschehen ist, bevor sie etwas erneut sendet.',
  checkAgain: 'Erneut prüfen',
  rateLimited: (time) => `Zu viele Versuche. Versuchen Sie es in ${time} erneut.`,
  refused: 'Das wurde nicht angenommen. Laden Sie die Seite neu und versuchen Sie es erneut.',
}
