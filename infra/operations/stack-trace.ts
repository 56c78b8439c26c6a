import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { functionsDirectory } from '../build/bundle.ts'
import { functionNames } from '../build/function-names.ts'
import { runCommand } from './command.ts'
import { withOriginalPlaces } from './original-places.ts'
import { MisunderstoodCommand } from './refusal.ts'

const usage = `Tells where in the sources the places of a stack trace are: what runs on Lambda is minified.

  npm run stack-trace -- FUNCTION < LOG

FUNCTION  the function whose log it is, such as signature
LOG       anything that contains the trace, as CloudWatch shows it

It reads the source maps that npm run deploy and npm run synth leave: be at the commit that is deployed, and run the latter.
Ends with 0, with 2 when it is not understood.`

const root = fileURLToPath(new URL('../..', import.meta.url))

await runCommand(usage, async ([name, ...more]) => {
  if (more.length > 0 || !functionNames.some((known) => known === name))
    throw new MisunderstoodCommand(`There is no such function; it is one of ${functionNames.join(', ')}.`)
  const folder = join(functionsDirectory, String(name))
  const log = await text(process.stdin)
  process.stdout.write(await withOriginalPlaces(log, relative(root, folder), (file) => mapOf(join(folder, file))))
})

async function mapOf(path: string): Promise<string> {
  try {
    return await readFile(`${path}.map`, 'utf8')
  } catch {
    throw new MisunderstoodCommand(`${path}.map is not there. Run npm run synth at the commit that is deployed.`)
  }
}
