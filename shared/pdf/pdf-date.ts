/** `D:20260301140509Z` (ISO 32000-2 §7.9.4). */
export function pdfDate(time: Date): string {
  return `D:${time.toISOString().slice(0, 19).replace(/[-:T]/g, '')}Z`
}
