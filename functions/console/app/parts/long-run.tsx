import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../../../shared/pages/components/button.tsx'
import { focusReturn } from '../../../../shared/pages/components/focus-return.ts'
import { Spinner } from '../../../../shared/pages/components/spinner.tsx'
import { textsOf } from '../language.ts'
import { ProblemNotice } from './problem.tsx'

const texts = textsOf({ en: { stop: 'Stop' }, fr: { stop: 'Arrêter' } })

/** Takes pages one by one, and stops between two of them. */
export type PageReader = <Item>(
  pages: AsyncIterable<readonly Item[]>,
  take: (page: readonly Item[]) => Promise<void> | void,
) => Promise<'done' | 'stopped'>

interface LongRunProps {
  /** The buttons that begin it, while nothing runs. */
  readonly children: (start: (work: (read: PageReader) => Promise<void>) => void) => ComponentChildren
  /** How far it is. */
  readonly progress: (count: number) => string
}

/** Something that reads many pages: it tells how many entries it has read, and can be stopped. Leaving the screen stops it as well. */
export function LongRun({ children, progress }: LongRunProps) {
  const [count, setCount] = useState<number | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const isStopped = useRef(false)
  useEffect(() => () => stop(), [])
  function stop(): void {
    isStopped.current = true
  }
  const read: PageReader = async (pages, take) => {
    let total = 0
    for await (const page of pages) {
      if (isStopped.current) return 'stopped'
      await take(page)
      total += page.length
      setCount(total)
    }
    return isStopped.current ? 'stopped' : 'done'
  }
  async function run(work: (read: PageReader) => Promise<void>): Promise<void> {
    const giveBackFocus = focusReturn()
    isStopped.current = false
    setProblem(null)
    setCount(0)
    await work(read).catch(setProblem)
    setCount(null)
    giveBackFocus()
  }
  return (
    <>
      {count === null ? (
        <div class="actions">{children((work) => void run(work))}</div>
      ) : (
        <div class="actions">
          <Spinner label={progress(count)} />
          <Button onClick={stop}>{texts().stop}</Button>
        </div>
      )}
      {problem !== null && <ProblemNotice problem={problem} />}
    </>
  )
}
