import type { ObjectSource } from '../document-objects.ts'
import type { Page } from '../page-tree.ts'
import { ContentTooLarge, OddContent } from './odd-content.ts'
import { StrictContent } from './strict-content.ts'

export interface ContentFault {
  readonly reason: 'ambiguous' | 'too_complex'
  /** From 1. */
  readonly page: number
  readonly message: string
}

/**
 * Whether everything that pages draw is as ISO 32000-2 says. Readers recover in different ways from what is not, so that
 * one could show what another hides. Null where all is well.
 */
export function contentFault(source: ObjectSource, pages: readonly Page[]): ContentFault | null {
  const content = new StrictContent(source)
  for (const [index, page] of pages.entries()) {
    try {
      content.checkPage(page)
    } catch (error) {
      const isKnown = error instanceof OddContent || error instanceof ContentTooLarge
      if (!isKnown) throw error
      const reason = error instanceof OddContent ? 'ambiguous' : 'too_complex'
      return { reason, page: index + 1, message: error.message }
    }
  }
  return null
}
