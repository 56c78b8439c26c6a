import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { CommandRefusal } from '../operations/refusal.ts'
import { lockHolder } from './data-directory.ts'

const fileName = 'running.json'

const runningSchema = v.object({
  endpoints: v.object({
    dynamodb: v.string(),
    kms: v.string(),
    s3: v.string(),
    secretsManager: v.string(),
    sqs: v.string(),
  }),
  resources: v.record(v.string(), v.string()),
})
export type Running = v.InferOutput<typeof runningSchema>

/** Tells, for as long as the local cloud runs, where its engines are and what its resources are called. */
export function tellRunning(dataDirectory: string, { endpoints, resources }: Running): void {
  const text = JSON.stringify({ endpoints, resources }, null, 2)
  writeFileSync(join(dataDirectory, fileName), `${text}\n`, { mode: 0o600 })
}

/** The local cloud that runs on a directory. */
export async function runningCloud(dataDirectory: string): Promise<Running> {
  const path = join(dataDirectory, fileName)
  // What a cloud that was ended hard has left there is not true any more.
  if ((await lockHolder(join(dataDirectory, 'lock'))) === undefined || !existsSync(path))
    throw new CommandRefusal(
      `No local cloud is running with ${dataDirectory}. Start it with npm start, or give its directory: --local=DIR`,
    )
  return v.parse(runningSchema, JSON.parse(readFileSync(path, 'utf8')))
}
