import type { ComponentChildren } from 'preact'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../../../shared/pages/components/button.tsx'
import { Spinner } from '../../../../shared/pages/components/spinner.tsx'
import { textsOf } from '../language.ts'
import { Action } from './action.tsx'
import { ProblemNotice } from './problem.tsx'

const texts = textsOf({
  en: { loading: 'Loading…', more: 'Show more', again: 'Try again' },
  fr: { loading: 'Chargement…', more: 'Afficher la suite', again: 'Réessayer' },
})

export interface Loading<T> {
  readonly value: T | null
  readonly problem: unknown
  /** Reads again. What was read stays until then. */
  readonly reload: () => Promise<void>
  /** Takes a newer value without reading. */
  readonly replace: (value: T) => void
}

/** Reads something when the screen appears, and again when what it depends on changes. */
export function useLoad<T>(read: () => Promise<T>, inputs: readonly unknown[]): Loading<T> {
  const [state, setState] = useState<{ value: T | null; problem: unknown }>({ value: null, problem: null })
  const latest = useRef(0)
  const reload = useCallback(async () => {
    latest.current += 1
    const own = latest.current
    const outcome = await read().then(
      (value) => ({ value, problem: null }),
      (problem: unknown) => ({ problem }),
    )
    if (own === latest.current) setState((before) => ({ value: before.value, ...outcome }))
  }, inputs)
  useEffect(() => {
    setState({ value: null, problem: null })
    void reload()
    return () => {
      latest.current += 1
    }
  }, inputs)
  return { ...state, reload, replace: (value) => setState({ value, problem: null }) }
}

interface LoadedProps<T> {
  readonly of: Loading<T>
  readonly children: (value: T) => ComponentChildren
}

/** What was read, or why it was not. */
export function Loaded<T>({ of: { value, problem, reload }, children }: LoadedProps<T>) {
  return (
    <>
      {problem !== null && (
        <>
          <ProblemNotice problem={problem} />
          {value === null && <Button onClick={() => void reload()}>{texts().again}</Button>}
        </>
      )}
      {value === null ? problem === null && <Spinner label={texts().loading} /> : children(value)}
    </>
  )
}

export interface Page<T> {
  readonly results: readonly T[]
  readonly nextPageToken?: string
}

export interface Pages<T> extends Loading<Page<T>> {
  readonly more: (() => Promise<void>) | null
}

/** A list that is read page by page. */
export function usePages<T>(
  read: (pageToken: string | undefined) => Promise<Page<T>>,
  inputs: readonly unknown[],
): Pages<T> {
  const loading = useLoad(() => read(undefined), inputs)
  const { value, replace } = loading
  const token = value?.nextPageToken
  const more =
    value && token
      ? async () => {
          const next = await read(token)
          replace({ ...next, results: [...value.results, ...next.results] })
        }
      : null
  return { ...loading, more }
}

/** The button below a list that goes on. */
export function More<T>({ pages }: { pages: Pages<T> }) {
  const { more } = pages
  return (
    more && (
      <p>
        <Action label={texts().more} onAction={more} />
      </p>
    )
  )
}

/** Reads again every so often while a condition holds, such as a job that is not done. */
export function useRepeat(isWaiting: boolean, repeat: () => Promise<void>, everyMs = 2000): void {
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(() => void repeat(), everyMs)
    return () => clearInterval(timer)
  }, [isWaiting, repeat])
}
