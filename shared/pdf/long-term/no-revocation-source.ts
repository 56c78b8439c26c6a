/** Nobody can be asked about a certificate, now or later: nothing names an OCSP responder or a CRL. */
export class NoRevocationSource extends Error {}
