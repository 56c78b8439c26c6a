/**
 * What contacts are mostly made of, as they are stored: a record is compressed against this text, so that the usual one, with
 * the keys of its listings, is smaller than the KB that an item is paid by. It is never changed, since records of every
 * age are read with it.
 */
export const contactDictionary = Buffer.from(
  [
    '"civility":"maitre","dr","mx","companyId":"019","siren":"","siret":"00010","isPrivate":true,"livemode":true,"kind":"company",',
    '"companyName":" SARL SAS SCI Société de la et Fils","country":"BE","LU","CH","DE","ES","IT","GB","phone":"+331","+334","+335",',
    '"externalRef":"CRM-","line2":"Bâtiment ","tags":["client","prospect","fournisseur","notaire","vip","partner"],"lastName":"',
    'createdBy":{"type":"user","id":"019","email":"@example.com","firstName":"Jean","lastName":"Martin"},"createdAt":"2026-',
    '{"orgId":"019","entityId":"019","providerId":"019","livemode":false,"kind":"person","civility":"mrs","mr","firstName":"Claire",',
    '"lastName":"Dupont","email":"@gmail.com","@orange.fr","mobilePhone":"+336","+337","phone":"+33","address":{"line1":" rue de la avenue ',
    '","postalCode":"750","city":"Paris","Lyon","country":"FR"},"tags":[],"isPrivate":false,"createdBy":{"type":"api_key","id":"key_',
    '","name":" key"},"createdAt":"2026-T10:00:00.000Z","updatedAt":"2026-T10:00:00.000Z","version":1}',
  ].join(''),
)
