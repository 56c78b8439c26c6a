import type { RecordMessages } from './catalog.ts'

export const nl: RecordMessages = {
  signatures: 'Handtekeningen',
  heading: 'Overzicht van handtekeningen',
  title: 'Titel',
  sentBy: 'Verzonden door',
  request: 'Verzoek',
  sha256: 'SHA-256 van document',
  email: 'E-mail',
  authentication: 'Authenticatie',
  methods: {
    'Personal link': 'Persoonlijke link',
    'Code by e-mail': 'Code per e-mail',
    'Code by SMS': 'Code per sms',
    'Identity check by the vendor': 'Identiteit gecontroleerd door de leverancier',
  },
  opened: 'Geopend',
  agreed: 'Akkoord',
  signed: 'Ondertekend',
  address: 'IP-adres',
  notRecorded: 'niet vastgelegd',
  textOn: (page) => `Tekst op pagina ${page}`,
  check: (page, id) => `Scan de code of open ${page} om dit document te controleren. Controlenummer: ${id}.`,
  chain: (length, hash) =>
    `Het bewijsbestand van dit verzoek bevat de ${length} stappen tot en met de laatste handtekening, elk met de hash van de vorige; de laatste hash is ${hash}.`,
}
