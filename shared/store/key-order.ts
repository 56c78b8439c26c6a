/** The order of the table's keys, which is that of their bytes and not of JavaScript's characters. */
export function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
