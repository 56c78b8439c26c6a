import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { serveTasks } from '../../../../shared/parsers/serve-tasks.ts'

/** What became of an attempt: the code of its error, or what it gave. */
function outcomeOf(attempt: () => unknown): unknown {
  try {
    return attempt()
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : String(error)
  }
}

/** A parser that somebody took over: it looks for whatever it can get. */
serveTasks(import.meta.url, async ({ folder }: { readonly folder: string }) => ({
  names: Object.keys(process.env).toSorted(),
  ofItself: outcomeOf(() => readFileSync('/proc/self/environ', 'utf8')),
  ofParent: outcomeOf(() => readFileSync(`/proc/${process.ppid}/environ`, 'utf8')),
  memoryOfParent: outcomeOf(() => readFileSync(`/proc/${process.ppid}/maps`, 'utf8')),
  otherFile: outcomeOf(() => readFileSync(`${folder}/secret`, 'utf8')),
  written: outcomeOf(() => writeFileSync(`${folder}/mine`, 'x')),
  started: outcomeOf(() => spawnSync('cat', ['/proc/self/environ']).status),
  ownCode: outcomeOf(() => readFileSync(new URL(import.meta.url), 'utf8').length > 0),
}))
