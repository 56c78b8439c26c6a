import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { holds, textOf } from '../evidence/report.ts'
import { checkLog, entriesIn, UnreadableLog } from './check-log.ts'

const usage = `Checks offline, from the files alone, that the entries of an audit log were not changed.

  npm run audit:check -- FILE…

FILE  an answer of GET /v1/orgs/{orgId}/audit-log as JSON, or an array of its pages

Give whole days: all pages, with no other filter than from and to. It exits with 0 if every check holds, with 1 if a
check fails, and with 2 if there is nothing to check.`

/** The process's own end is left to its caller. */
async function main(): Promise<number> {
  const files = process.argv.slice(2)
  if (files.includes('--help') || files.includes('-h')) {
    console.log(usage)
    return 0
  }
  const entries = (await Promise.all(files.map(entriesOf))).flat()
  if (entries.length === 0) throw new UnreadableLog(files.length === 0 ? usage : 'the files have no entries')
  const report = checkLog(entries)
  console.log(textOf(report))
  return holds(report) ? 0 : 1
}

/** npm runs commands in the project's folder, wherever they were given. */
async function entriesOf(file: string) {
  try {
    return entriesIn(file, await readFile(resolve(process.env.INIT_CWD ?? '.', file), 'utf8'))
  } catch (error) {
    if (error instanceof UnreadableLog) throw error
    throw new UnreadableLog(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof UnreadableLog)) throw error
  console.error(error.message)
  process.exitCode = 2
}
