import { hash } from 'node:crypto'

export function sha256Text(text: string): string {
  return hash('sha256', text, 'hex')
}
