import { useEffect, useState } from 'preact/hooks'
import { hasSha256, type OpenDocument, openDocument, type PageSize } from '../../../../shared/pages/pdf/pdf-document.ts'
import { useOpenState } from './context.ts'
import type { SigningApi } from './signing-api.ts'

export type LoadedDocument =
  | { readonly phase: 'loading'; readonly share: number }
  | { readonly phase: 'ready'; readonly document: OpenDocument; readonly sizes: readonly PageSize[] }
  | { readonly phase: 'failed'; readonly why: 'unavailable' | 'altered' | 'unreadable' }

/** Pages measured before anything is shown; the others follow, and have the size of the first one until then. */
const measuredFirst = 10

/** The document to sign, and a way to load it again. */
export function useDocument(): { loaded: LoadedDocument; again: () => void } {
  const { signing, document } = useOpenState()
  const { sha256, size } = document
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<LoadedDocument>({ phase: 'loading', share: 0 })
  useEffect(() => {
    let isCurrent = true
    let opened: OpenDocument | undefined
    const show = (next: LoadedDocument) => {
      if (isCurrent) setLoaded(next)
    }
    show({ phase: 'loading', share: 0 })
    void load(signing.api, { sha256, size }, show).then(async (document) => {
      opened = document
      if (!isCurrent) document?.close()
      else if (document) await measure(document, show)
    })
    return () => {
      isCurrent = false
      opened?.close()
    }
  }, [signing, sha256, size, attempt])
  return { loaded, again: () => setAttempt(attempt + 1) }
}

type Show = (next: LoadedDocument) => void

async function load(
  api: SigningApi,
  { sha256, size }: { sha256: string; size: number },
  show: Show,
): Promise<OpenDocument | undefined> {
  const answer = await api.readDocument((bytes) => show({ phase: 'loading', share: Math.min(1, bytes / size) }))
  if (!answer.ok) return void show({ phase: 'failed', why: 'unavailable' })
  if ((await hasSha256(answer.value, sha256)) === false) return void show({ phase: 'failed', why: 'altered' })
  try {
    return await openDocument(answer.value)
  } catch {
    return void show({ phase: 'failed', why: 'unreadable' })
  }
}

async function measure(document: OpenDocument, show: Show): Promise<void> {
  const sizes: PageSize[] = []
  for (let number = 1; number <= document.pageCount; number += 1) {
    sizes.push(await document.pageSize(number))
    if (number !== document.pageCount && number % 100 !== measuredFirst) continue
    const rest = Array.from({ length: document.pageCount - number }, () => sizes[0] ?? { width: 595, height: 842 })
    show({ phase: 'ready', document, sizes: [...sizes, ...rest] })
  }
}
