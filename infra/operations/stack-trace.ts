import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { functionsDirectory } from '../build/bundles.ts'
import { functionNames } from '../build/function-names.ts'
import { runCommand } from './command.ts'
import { withOriginalPlaces } from './original-places.ts'
import { write } from './output.ts'
import { CommandRefusal, MisunderstoodCommand } from './refusal.ts'

const usage = `Translates a stack trace of the minified code on Lambda to places in the sources.

  npm run stack-trace -- FUNCTION < LOG

FUNCTION  the function that wrote the log, such as signature
LOG       a text with the stack trace, as CloudWatch shows it

It needs the source maps of the deployed commit: check out that commit and run npm run synth first.
It exits with 0, with 1 if the log has no place to translate, and with 2 if the arguments are wrong or the log is empty.`

const root = fileURLToPath(new URL('../..', import.meta.url))

await runCommand(usage, async ([name, ...more]) => {
  if (more.length > 0 || !functionNames.some((known) => known === name))
    throw new MisunderstoodCommand(`There is no such function. Functions: ${functionNames.join(', ')}.`)
  const folder = join(functionsDirectory, String(name))
  const log = await text(process.stdin)
  if (log.trim() === '') throw new MisunderstoodCommand('The log is empty. Give a text with a stack trace: < LOG')
  const translated = await withOriginalPlaces(log, relative(root, folder), (file) => mapOf(join(folder, file)))
  if (translated === log)
    throw new CommandRefusal(
      `Nothing was translated: the log names no place in the code of ${name}, such as /var/task/index.mjs:1:2.`,
    )
  await write(translated)
})

async function mapOf(path: string): Promise<string> {
  try {
    return await readFile(`${path}.map`, 'utf8')
  } catch {
    throw new MisunderstoodCommand(`${path}.map does not exist. Run npm run synth at the deployed commit.`)
  }
}
