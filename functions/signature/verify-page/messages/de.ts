import type { VerifyMessages } from './catalog.ts'

const whose = {
  ours: 'das Siegel dieses Dienstes',
  test: 'das Testsiegel dieses Dienstes, ohne rechtliche Wirkung',
  known: 'ein Zertifikat einer Stelle, der dieser Dienst vertraut',
  unknown: 'ein Zertifikat, das dieser Dienst nicht kennt',
  broken: 'eine Signatur, die nicht zur Datei passt',
}

export const de: VerifyMessages = {
  language: 'Sprache',
  title: 'Unterschriebenes Dokument prüfen',
  introduction:
    'Legen Sie hier ein unterschriebenes PDF ab. Sie erfahren, wer es wann unterschrieben hat, ob es verändert wurde und wessen Siegel es trägt.',
  formHeading: 'Ihr Dokument',
  file: 'PDF-Datei',
  fileHint: 'Bis zu 15 MB. Die Datei wird geprüft und nicht aufbewahrt.',
  check: 'Dokument prüfen',
  checking: 'Das Dokument wird geprüft …',
  uploadFailed: (limit) =>
    `Das Dokument konnte nicht gesendet werden. Geprüft werden Dateien bis 15 MB, höchstens ${limit} pro Minute. Versuchen Sie es in einer Minute erneut.`,
  noFile: 'Es ist keine Datei angekommen. Wählen Sie ein PDF und versuchen Sie es erneut.',
  tooLarge:
    'Die Datei ist zu groß. Geprüft werden Dateien bis 15 MB; ab 4 MB muss Ihr Browser Skripte auf dieser Seite zulassen.',
  tooMany: (limit, seconds) =>
    `Aus einem Netzwerk können höchstens ${limit} Dokumente pro Minute geprüft werden. Versuchen Sie es in ${seconds} Sekunden erneut.`,
  withoutScripts: 'Ihr Browser führt hier keine Skripte aus. Die Datei darf deshalb höchstens 4 MB groß sein.',
  notFoundTitle: 'Kein gesiegeltes Dokument hat diese Prüfnummer',
  notFound:
    'Vergleichen Sie die Prüfnummer mit der auf dem Dokument. Testdokumente sowie Dokumente, deren Dateien am Ende der Aufbewahrungsfrist gelöscht wurden, sind hier nicht verzeichnet. Sie können unten trotzdem eine Datei prüfen.',
  sealedTitle: 'Ein gesiegeltes Dokument hat diese Prüfnummer',
  sealedBy: (sender, at) => `Sealpost hat es am ${at} für ${sender} gesiegelt.`,
  verificationId: 'Prüfnummer',
  fingerprint: 'Fingerabdruck (SHA-256)',
  compare:
    'Jeder kann eine Prüfnummer auf eine Seite drucken. Prüfen Sie unten die Datei selbst: Erst dann wissen Sie, dass es sich um dieses Dokument handelt.',
  resultOf: 'Ergebnis der Prüfung',
  verdicts: {
    sealed: {
      title: 'Dieses Dokument ist gesiegelt und vollständig',
      text: 'Es trägt das Siegel dieses Dienstes, und nach dem Siegeln wurde nichts verändert.',
    },
    changed: {
      title: 'Dieses Dokument wurde nach dem Siegeln verändert',
      text: 'Nach der Signatur wurde etwas hinzugefügt oder verändert. Was Sie sehen, kann von dem abweichen, was unterschrieben wurde. Verlangen Sie das gesiegelte Dokument.',
    },
    broken: {
      title: 'Eine Signatur dieses Dokuments ist ungültig',
      text: 'Die Datei wurde verändert, oder die Signatur ist gefälscht. Verlassen Sie sich nicht darauf.',
    },
    test: {
      title: 'Dies ist ein Testdokument',
      text: 'Es trägt das Siegel des Testmodus dieses Dienstes. Es bindet niemanden und hat keine rechtliche Wirkung.',
    },
    known: {
      title: 'Dieses Dokument ist signiert, aber nicht von diesem Dienst',
      text: 'Stellen, denen dieser Dienst vertraut, haben die Signaturen zertifiziert, und nach der letzten wurde nichts verändert.',
    },
    unknown: {
      title: 'Dieses Dokument trägt kein Siegel dieses Dienstes',
      text: 'Es ist mit einem Zertifikat signiert, das dieser Dienst nicht kennt. Jeder kann ein solches Zertifikat unter beliebigem Namen erstellen.',
    },
    unsigned: {
      title: 'Dieses Dokument ist nicht gesiegelt',
      text: 'Die Datei enthält keine elektronische Signatur und kein Siegel, was auch immer ihre Seiten zeigen. Gedruckte und eingescannte Dokumente verlieren ihr Siegel.',
    },
    uncertain: {
      title: 'Dieses Dokument lässt sich nicht sicher prüfen',
      text: 'Die Datei ist beschädigt oder mehrdeutig aufgebaut, sodass Programme sie unterschiedlich anzeigen können. Verlassen Sie sich nicht darauf.',
    },
    unreadable: {
      title: 'Diese Datei kann nicht geprüft werden',
      text: 'Sie ist kein PDF, sie ist verschlüsselt oder beschädigt, oder sie ist zu komplex, um sicher gelesen zu werden.',
    },
  },
  sealTime: (at, isProved) =>
    isProved
      ? `Signiert oder gesiegelt am ${at}. Ein Zeitstempeldienst beweist diese Zeit.`
      : `Signiert oder gesiegelt am ${at}.`,
  appended:
    'Nach dem Siegeln wurden Daten angefügt, die nichts an dem ändern, was Sie sehen, etwa Zeitstempel, mit denen das Siegel beweisbar bleibt.',
  appendedUnknown:
    'Nach dem Siegeln wurden Daten angefügt, die nichts an dem ändern, was Sie sehen. Dieser Dienst weiß nicht, von wem sie stammen, und hier beweisen sie nichts.',
  uselessTimestamp:
    'Es wurde ein Zeitstempel angefügt, der beschädigt ist oder älter als das, was er beweisen soll. Er beweist nichts.',
  isDocument: (sender) => `Es ist das Dokument, das ${sender} mit diesem Dienst unterschreiben ließ.`,
  isEvidence: (sender) => `Es ist der Nachweis zu einem Dokument, das ${sender} mit diesem Dienst unterschreiben ließ.`,
  signers: (count) => (count === 1 ? 'Unterschrieben von' : `Unterschrieben von ${count} Personen`),
  signedBy: (name, at) => `${name}, am ${at}`,
  signatures: (count) => (count === 1 ? 'Die Signatur in der Datei' : `Die ${count} Signaturen in der Datei`),
  certificate: (name, kind) => `${name}: ${whose[kind]}`,
  notKept: 'Die Datei wurde nicht aufbewahrt.',
}
