import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { holds, textOf } from '../evidence/report.ts'
import { checkLog, entriesIn, headsIn, UnreadableLog } from './check-log.ts'

const usage = `Checks offline, from the files alone, that the entries of an audit log were not changed.

  npm run audit:check -- [--heads HEADS] FILE…

FILE   an answer of GET /v1/orgs/{orgId}/audit-log as JSON, an array of its pages, or an export of the console as NDJSON
       (an entry a line)
HEADS  the recorded heads of the same days, as npm run audit:heads prints them

Give whole days: all pages, with no other filter than from and to. It exits with 0 if every check holds, with 1 if a
check fails, and with 2 if there is nothing to check.`

const options = { heads: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const

/** The process's own end is left to its caller. */
async function main(): Promise<number> {
  const { values, positionals: files } = parseArgs({ options, allowPositionals: true })
  if (values.help) {
    console.log(usage)
    return 0
  }
  const entries = (await Promise.all(files.map((file) => readAs(file, entriesIn)))).flat()
  if (entries.length === 0) throw new UnreadableLog(files.length === 0 ? usage : 'the files have no entries')
  const heads = values.heads === undefined ? null : await readAs(values.heads, headsIn)
  const report = checkLog(entries, heads)
  console.log(textOf(report))
  return holds(report) ? 0 : 1
}

/** npm runs commands in the project's folder, wherever they were given. */
async function readAs<Read>(file: string, read: (name: string, text: string) => Read): Promise<Read> {
  try {
    return read(file, await readFile(resolve(process.env.INIT_CWD ?? '.', file), 'utf8'))
  } catch (error) {
    if (error instanceof UnreadableLog) throw error
    throw new UnreadableLog(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  const isMistyped = error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  if (!(error instanceof UnreadableLog || isMistyped)) throw error
  console.error(error.message)
  process.exitCode = 2
}
