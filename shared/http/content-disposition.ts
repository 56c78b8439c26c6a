/**
 * Content-Disposition (RFC 6266): browsers show `inline` and save `attachment` under this name. Old clients read the name in ASCII:
 * without accents, and with `_` for what ASCII lacks.
 */
export function contentDisposition(how: 'inline' | 'attachment', fileName: string): string {
  const name = fileName.toWellFormed()
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\]/gu, '_')
  const encoded = encodeURIComponent(name).replaceAll("'", '%27')
  return `${how}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
