const block = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g

/** The certificates of a PEM file, in DER. What else it holds is passed over. */
export function certificatesIn(pem: string): Uint8Array[] {
  return Array.from(pem.matchAll(block), ([, base64 = '']) => new Uint8Array(Buffer.from(base64, 'base64')))
}
