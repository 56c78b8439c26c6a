import { fstatSync, statSync, writeFileSync } from 'node:fs'
import { CommandRefusal } from './refusal.ts'

const standardOutput = 1

/**
 * Writes a result to stdout. A result that cannot be written fails the command; `ifLost` then says what is to be done about a secret in it.
 */
export async function write(text: string, ifLost: string | null = null): Promise<void> {
  try {
    await writeWhole(text)
  } catch (error) {
    // Whoever reads only a part of a result, such as `head`, has what it wanted.
    if (ifLost === null && error instanceof Error && 'code' in error && error.code === 'EPIPE') return
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandRefusal(`The result could not be written: ${reason}. ${ifLost ?? 'The command was carried out.'}`)
  }
}

async function writeWhole(text: string): Promise<void> {
  // A stream writes only as much of it as a nearly full disk takes, and reports no error.
  if (fstatSync(standardOutput).isFile()) return writeFileSync(standardOutput, text)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  process.stdout.once('error', reject)
  process.stdout.write(text, (error) => (error ? reject(error) : resolve()))
  await promise
}

/** Refuses a command that prints a secret where nobody can read it. Node opens /dev/null in place of a stdout that is closed. */
export function demandReader(): void {
  const output = fstatSync(standardOutput)
  const nowhere = statSync('/dev/null', { throwIfNoEntry: false })
  if (output.isCharacterDevice() && output.rdev === nowhere?.rdev)
    throw new CommandRefusal(
      'Nothing was done: the command prints a secret, and stdout is closed or leads to /dev/null. Write it to a file that only you can read.',
    )
}
