import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A reason not to start that the person at the terminal can act on; it is told without a stack. */
export class StartRefusal extends Error {}

export type DataDirectory = { path: string; release(): Promise<void> }

/** Takes the directory for this process alone. `fresh` empties it first. The lock of a process that is gone is taken over. */
export async function takeDataDirectory(path: string, fresh: boolean): Promise<DataDirectory> {
  await mkdir(path, { recursive: true })
  const lock = join(path, 'lock')
  const holder = await lockHolder(lock)
  if (holder !== undefined)
    throw new StartRefusal(
      `Another local cloud (process ${holder}) is using ${path}. Stop it, or choose another directory with --data.`,
    )
  if (fresh) await empty(path)
  await rm(lock, { force: true })
  await writeFile(join(path, marker), 'The data of a local cloud. `npm start -- --fresh` deletes it.\n')
  const file = await open(lock, 'wx')
  await file.writeFile(String(process.pid))
  await file.close()
  return { path, release: () => rm(lock, { force: true }) }
}

/** What says that a directory is ours to empty. */
const marker = 'local-cloud.txt'

async function empty(path: string): Promise<void> {
  const names = await readdir(path)
  if (names.length > 0 && !names.includes(marker))
    throw new StartRefusal(
      `${path} contains other files, which --fresh would delete. Choose another directory with --data.`,
    )
  await Promise.all(names.map((name) => rm(join(path, name), { recursive: true, force: true })))
}

/** The process that has a directory taken, while it lives. */
export async function lockHolder(lock: string): Promise<number | undefined> {
  const text = await readFile(lock, 'utf8').catch(() => '')
  const processId = Number.parseInt(text, 10)
  if (!Number.isInteger(processId) || processId === process.pid) return undefined
  try {
    process.kill(processId, 0)
    return processId
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM' ? processId : undefined
  }
}
