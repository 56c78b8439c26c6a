import { createCipheriv, createDecipheriv, hash } from 'node:crypto'

const parisFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Paris',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** A time as AR24 writes it: `YYYY-MM-DD HH:mm:ss` in Paris. */
export function parisTime(timeMs: number): string {
  return parisFormat.format(timeMs)
}

/** The time of such a text; null: it is none. Where clocks are set back, the first of the two times. */
export function timeOfParis(text: string): number | null {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return null
  const asUtc = Date.parse(`${text.replace(' ', 'T')}Z`)
  if (Number.isNaN(asUtc)) return null
  const hours = [2, 1].find((each) => parisTime(asUtc - each * hourMs) === text)
  return hours === undefined ? null : asUtc - hours * hourMs
}

const hourMs = 3_600_000
const sha256Hex = (text: string) => hash('sha256', text, 'hex')
const ivOf = (privateKey: string) => sha256Hex(sha256Hex(privateKey)).slice(0, 16)

/** Proves that we have the private key, for ten minutes after the date. */
export function signatureOf(date: string, privateKey: string): string {
  const cipher = createCipheriv('aes-256-cbc', sha256Hex(privateKey).slice(0, 32), ivOf(privateKey))
  return Buffer.concat([cipher.update(date, 'utf8'), cipher.final()]).toString('base64')
}

/** An encrypted answer to the request of a date. Throws where it was encrypted with something else. */
export function decrypted(text: string, date: string, privateKey: string): string {
  const decipher = createDecipheriv('aes-256-cbc', sha256Hex(date + privateKey).slice(0, 32), ivOf(privateKey))
  return Buffer.concat([decipher.update(text, 'base64'), decipher.final()]).toString('utf8')
}
