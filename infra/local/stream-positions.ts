import * as v from 'valibot'
import { readJsonFile, writeJsonFile } from './engines/json-file.ts'

/** The last sequence number that each consumer has dealt with, by consumer and shard. */
export type StreamPositions = {
  get(key: string): string | undefined
  /** Resolves when the position is on disk. */
  set(key: string, sequenceNumber: string): Promise<void>
}

const remedy = 'Delete it: the changes of the last 24 hours are then handed to the functions again.'

/** Kept in a file, so that a restart goes on where the last run was and repeats at most the batch that was under way. */
export async function openStreamPositions(path: string): Promise<StreamPositions> {
  const positions = (await readJsonFile(path, v.record(v.string(), v.string()), remedy)) ?? {}
  let lastWrite = Promise.resolve()
  let isWaiting = false
  return {
    get: (key) => positions[key],
    set(key, sequenceNumber) {
      positions[key] = sequenceNumber
      if (!isWaiting) {
        isWaiting = true
        const write = async () => {
          isWaiting = false
          await writeJsonFile(path, positions)
        }
        lastWrite = lastWrite.then(write, write)
      }
      return lastWrite
    },
  }
}
