import { readFileSync } from 'node:fs'

/** Documents as other software writes them; producers/README.md says how each was made. */
export const producers = [
  'cairo',
  'chromium',
  'ghostscript',
  'latex',
  'libreoffice',
  'object-streams-updated',
  'qpdf-linearized',
  'qpdf-object-streams',
] as const
export type Producer = (typeof producers)[number]

export function documentBy(producer: Producer): Buffer {
  return readFileSync(new URL(`producers/${producer}.pdf`, import.meta.url))
}
