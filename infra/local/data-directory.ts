import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A reason not to start that the person at the terminal can act on; it is told without a stack. */
export class StartRefusal extends Error {}

export type DataDirectory = { path: string; release(): Promise<void> }

/** Takes the directory for this process alone. `fresh` empties it first. The lock of a process that is gone is taken over. */
export async function takeDataDirectory(path: string, fresh: boolean): Promise<DataDirectory> {
  try {
    return await take(path, fresh)
  } catch (error) {
    if (error instanceof StartRefusal || !(error instanceof Error && 'syscall' in error)) throw error
    throw new StartRefusal(`${path} cannot hold the data: ${error.message}. Choose another directory with --data.`)
  }
}

async function take(path: string, fresh: boolean): Promise<DataDirectory> {
  await mkdir(path, { recursive: true })
  const lock = join(path, lockName)
  const holder = await lockHolder(lock)
  if (holder !== undefined)
    throw new StartRefusal(
      `Another local cloud (process ${holder}) is using ${path}. Stop it, or choose another directory with --data. If process ${holder} is another program, delete ${lock}.`,
    )
  const names = (await readdir(path)).filter((name) => name !== lockName)
  const isOurs = names.length === 0 || names.includes(marker)
  if (fresh) await empty(path, names, isOurs)
  await rm(lock, { force: true })
  if (isOurs)
    await writeFile(join(path, marker), 'The data of a local cloud. `npm start -- --fresh` deletes this folder.\n')
  const file = await open(lock, 'wx')
  await file.writeFile(`${process.pid} ${await startOf(process.pid)}`)
  await file.close()
  await removeHalfWritten(path)
  return { path, release: () => rm(lock, { force: true }) }
}

const lockName = 'lock'

/** Says that a directory is ours to empty: it was empty when the first cloud took it. */
const marker = 'local-cloud.txt'

async function empty(path: string, names: readonly string[], isOurs: boolean): Promise<void> {
  if (!isOurs)
    throw new StartRefusal(
      `${path} contains other files, which --fresh would delete. Choose another directory with --data.`,
    )
  await Promise.all(names.map((name) => rm(join(path, name), { recursive: true, force: true })))
}

/** Files are written under a name of this kind and then moved in place; a process that was killed leaves some. */
const halfWritten = /\.jsonl?\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

async function removeHalfWritten(path: string): Promise<void> {
  const names = (await readdir(path)).filter((name) => halfWritten.test(name))
  await Promise.all(names.map((name) => rm(join(path, name), { force: true })))
}

/** The process that has a directory taken, while it lives. */
export async function lockHolder(lock: string): Promise<number | undefined> {
  const [, id, start] = /^(\d+)(?: (\w+))?$/.exec(await readFile(lock, 'utf8').catch(() => '')) ?? []
  const processId = Number(id)
  if (id === undefined || processId === process.pid || !isAlive(processId)) return undefined
  const found = await startOf(processId)
  return found === 'ended' || (start !== undefined && start !== found) ? undefined : processId
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** When a process started, in ticks since the boot. It tells a process from a later one with the same id, where there is /proc. */
async function startOf(processId: number): Promise<string> {
  const text = await readFile(`/proc/${processId}/stat`, 'utf8').catch(() => '')
  // The name of the program, in parentheses, may contain spaces. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  // A zombie: it has ended, and its parent has not noticed.
  if (fields[0] === 'Z') return 'ended'
  return fields[19] ?? 'unknown'
}
