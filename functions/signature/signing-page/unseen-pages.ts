import type { SignerGrant } from '../model/signer-grant.ts'

/** The pages that the signer must still see before they can sign, in ascending order; none unless the sender requires it. */
export function unseenPages({ request: { record }, progress }: Pick<SignerGrant, 'request' | 'progress'>): number[] {
  if (!record.mustSeeAllPages) return []
  const seen = new Set(progress.viewedPages)
  const pages = Array.from({ length: record.document.pageCount }, (_, index) => index + 1)
  return pages.filter((page) => !seen.has(page))
}
