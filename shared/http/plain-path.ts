import type { Incoming } from './incoming.ts'
import type { Reply } from './reply.ts'

/**
 * Leads to the same path without percent-encoding where none is needed, which is the same path (RFC 3986 §6.2.2.2); the gateway finds
 * routes by how a path is written. Null: it is written so already.
 */
export function plainPathReply({ path, query, repeatedParameters, baseUrl }: Incoming): Reply | null {
  const plain = path.replaceAll(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return /^[A-Za-z0-9_~-]$/.test(character) ? character : code
  })
  if (plain === path || repeatedParameters.length > 0) return null
  const parameters = new URLSearchParams(query).toString()
  return { status: 308, body: null, headers: { Location: `${baseUrl}${plain}${parameters && `?${parameters}`}` } }
}
