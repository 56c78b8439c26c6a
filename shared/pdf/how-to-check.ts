/** The hash of a step, in one sentence. */
export const hashRule =
  'hash = SHA-256, in lower-case hex, of the step without its member "hash", written as canonical JSON (RFC 8785: UTF-8, members sorted by name, no white space).'

export const hashRuleInFrench =
  'Empreinte (« hash ») = SHA-256, en hexadécimal minuscule, de l’étape sans son membre « hash », écrite en JSON canonique (RFC 8785 : UTF-8, membres triés par nom, sans espaces).'

/**
 * How anybody checks evidence, without the service and without its programs. It stands in every evidence file, so that
 * the proof lasts longer than both.
 */
const common = [
  'Nobody needs to be asked: a PDF reader that checks signatures, a SHA-256 tool and a writer of canonical JSON are enough.',
  'Seal: this JSON is attached to a PDF that the service sealed. Its signature must be intact and cover the whole file, and the SHA-256 fingerprint of its certificate must be one that you know to be of the service. Without the seal, anybody could have written the rest.',
  `Steps: ${hashRule}`,
  'Order: "seq" counts from 1 without a gap; "prevHash" is the "hash" of the step before, and of step 1 the empty string.',
  'End: "chain.length" is the number of steps, and "chain.hash" the hash of the last one.',
  'Document: the SHA-256 of the file that the signers saw is "document.sha256", which is also "detail.sha256" of the step "created" and "detail.documentSha256" of each step "signed" ("detail.originalSha256" in older steps).',
  'Upload: "document.upload" is the file as it was sent. Where it differs, "document.normalizations" lists what was changed before anybody saw it, and "detail.upload" and "detail.normalizations" of the step "created" say the same.',
  'Signers: "signedAt", "ip" and "userAgent" of a signer are "at", "ip" and "userAgent" of the step "signed" with their "signerId".',
  'Names: the title, and "name" and "email" of a signer, are "detail.title", "detail.name" and "detail.email" of the step "signed"; "authentication" says its "detail.authMethod" in words. Before version 3 no step held them.',
  'Acts: "actsVerified" says whether the service verified, before it sealed, that its own signing page recorded each code, consent and signature. It did so by MACs under a key that only that page can use; without the service nobody can verify them.',
] as const

export const howToCheck = [
  ...common,
  'Sealed document: its SHA-256 is "sealed.sha256". It was sealed before this evidence, by the same certificate. So that its seal stays provable, validation data and document timestamps may be appended later: the first "sealed.size" bytes then have that SHA-256.',
] as const

/** For a document that was signed at an outside vendor. */
export const howToCheckAtVendor = [
  ...common,
  'Times: where the step "signed" of a signer has a "detail.signedAt", that is "signedAt", the time at which the signature was made by the word of the vendor; "at" is when the service heard of it.',
  'Signed document: its SHA-256 is "sealed.sha256". It was signed at "request.vendor", and the service added no seal to it. All of its signatures must be intact, with nothing after the last but validation data and timestamps. If "request.level" is "aes" or "qes", each signer has a signature by a certificate of their own, which names them and was valid when they signed.',
  'Pages: the signed document must show what the document that was sent shows, with signatures on top. If "atVendor.form" is "appended", its first "document.size" bytes are that document.',
] as const
