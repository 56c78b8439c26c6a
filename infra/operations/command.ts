import { resolve } from 'node:path'
import * as v from 'valibot'
import { write } from './output.ts'
import { CommandRefusal, MisunderstoodCommand } from './refusal.ts'

/** Runs a command of the project. It ends with 0, with 1 when it is refused, and with 2 when it is not understood. */
export async function runCommand(
  usage: string,
  command: (given: string[]) => Promise<void>,
  { needsArguments = true } = {},
): Promise<void> {
  const given = process.argv.slice(2)
  const isEmpty = needsArguments && given.length === 0
  try {
    if (isEmpty || given.includes('--help') || given.includes('-h')) {
      await write(`${usage}\n`)
      process.exitCode = isEmpty ? 2 : 0
      return
    }
    const unreadable = given.find((argument) => argument.includes('\ufffd'))
    if (unreadable !== undefined) throw new MisunderstoodCommand(`${unreadable}: it is not UTF-8.`)
    await command(given)
  } catch (error) {
    const told = refusalOf(error)
    if (!told) throw error
    console.error(told.message)
    process.exitCode = told instanceof MisunderstoodCommand ? 2 : 1
  }
}

const unreachable = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ETIMEDOUT']

const signIn =
  'There are no valid AWS credentials. Sign in with aws sso login and set AWS_PROFILE, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'

/** What the person at the terminal can do something about, or null. */
function refusalOf(error: unknown): CommandRefusal | null {
  if (error instanceof CommandRefusal) return error
  if (!(error instanceof Error)) return null
  // `fetch` tells what went wrong as the cause of its error.
  if (error.cause instanceof Error) return refusalOf(error.cause)
  const code = 'code' in error ? String(error.code) : ''
  if (code.startsWith('ERR_PARSE_ARGS')) return new MisunderstoodCommand(`${error.message}\nSee --help.`)
  if (unreachable.includes(code)) return new CommandRefusal(`No connection: ${error.message || code}`)
  if (error.message === 'Region is missing')
    return new CommandRefusal('No AWS region is chosen. Set AWS_REGION, or give --region.')
  if (error.name === 'CredentialsProviderError') return new CommandRefusal(`${signIn} (${error.message})`)
  // What AWS says of itself.
  if ('$metadata' in error) return new CommandRefusal(`AWS: ${error.message} (${error.name})`)
  return null
}

/** Results go to stdout as JSON, for programs and for people. `ifLost` says what to do if a secret in it could not be written. */
export async function print(result: unknown, ifLost?: string): Promise<void> {
  await write(`${JSON.stringify(result, null, 2)}\n`, ifLost)
}

/** What people are to know beside a result. */
export function note(text: string): void {
  console.error(text)
}

/** npm runs commands in the project's folder, wherever they were given. */
export function pathGiven(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path)
}

/** The values of options by a schema whose fields are named as options are. */
export function valid<const Schema extends v.GenericSchema>(schema: Schema, values: unknown): v.InferOutput<Schema> {
  const { success, output, issues } = v.safeParse(schema, values)
  if (success) return output
  const told = issues.map((issue) => `--${v.getDotPath(issue)?.replace(/\..*/, '')}: ${reasonOf(issue)}`)
  throw new MisunderstoodCommand(`${told.join('\n')}\nSee --help.`)
}

function reasonOf({ message, received }: v.BaseIssue<unknown>): string {
  return received === 'undefined' ? 'it is required.' : message
}
