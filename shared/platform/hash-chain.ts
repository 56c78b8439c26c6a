import { hash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'

/** The end of a chain: the number of its links and the hash of the last one. */
export interface Chain {
  readonly length: number
  readonly hash: string
}

/** Where a chain starts. */
export const emptyChain = { length: 0, hash: '' }

/** A link of a chain. Its hash covers its content, its number and the hash of the previous link. */
export type Link<Content> = Content & { readonly seq: number; readonly prevHash: string; readonly hash: string }

/** SHA-256, in hex, of the canonical JSON of a link without its own hash, but with the previous hash. */
export function contentHash(content: object): string {
  return hash('sha256', canonicalJson(content), 'hex')
}

/** Appends contents to a chain; gives the new links and the new end. */
export function appended<Content extends object>(
  chain: Chain,
  contents: readonly Content[],
): { links: Link<Content>[]; chain: Chain } {
  const links: Link<Content>[] = []
  let end = chain
  for (const own of contents) {
    const content = { ...own, seq: end.length + 1, prevHash: end.hash }
    const link = { ...content, hash: contentHash(content) }
    links.push(link)
    end = { length: link.seq, hash: link.hash }
  }
  return { links, chain: end }
}
