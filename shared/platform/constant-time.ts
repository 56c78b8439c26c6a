import { timingSafeEqual } from 'node:crypto'

/** Compares a secret with what a caller sent; the time it takes does not reveal how many characters were right. */
export function equalInConstantTime(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}
