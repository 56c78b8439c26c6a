import { existsSync } from 'node:fs'
import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'

const namedValue = v.object({ name: v.string(), value: v.string() })

export const messageSchema = v.object({
  id: v.string(),
  at: v.string(),
  kind: v.picklist(['mail', 'sms']),
  from: v.string(),
  to: v.array(v.string()),
  cc: v.array(v.string()),
  bcc: v.array(v.string()),
  subject: v.string(),
  text: v.optional(v.string()),
  html: v.optional(v.string()),
  headers: v.array(namedValue),
  /** What the sender attached for itself; recipients do not see it. */
  tags: v.optional(v.array(namedValue), []),
  attachments: v.array(v.object({ name: v.string(), contentType: v.string(), base64: v.string() })),
})
/** A mail or SMS as the inbox keeps it; times are ISO 8601. */
export type Message = v.InferOutput<typeof messageSchema>

export type Messages = {
  /** The newest first. */
  all(): readonly Message[]
  add(message: Message): Promise<void>
}

/** No more than a person looks through; the file holds at most twice as many. */
const keptMessages = 1000

/** The newest messages, of which a file in the data directory (none: nothing) keeps those of earlier starts. */
export async function openMessages(dataDirectory: string | undefined, most = keptMessages): Promise<Messages> {
  const path = dataDirectory === undefined ? undefined : join(dataDirectory, 'messages.jsonl')
  if (dataDirectory !== undefined) await mkdir(dataDirectory, { recursive: true })
  const messages = (await readMessages(path)).slice(0, most)
  let linesInFile = messages.length
  await rewrite(path, messages)
  const write = async (message: Message) => {
    if (path === undefined) return
    if (linesInFile < 2 * most) {
      await appendFile(path, lineOf(message), { mode: 0o600 })
      linesInFile += 1
    } else {
      await rewrite(path, messages)
      linesInFile = messages.length
    }
  }
  let written: Promise<unknown> = Promise.resolve()
  return {
    all: () => messages,
    async add(message) {
      messages.unshift(message)
      messages.splice(most)
      // One after the other, in the order in which they came.
      const own = written.then(() => write(message))
      written = own.catch(() => {})
      await own
    },
  }
}

const lineOf = (message: Message) => `${JSON.stringify(message)}\n`

/** The newest first. A last line that a crash cut off is left out. */
async function readMessages(path: string | undefined): Promise<Message[]> {
  const text = path !== undefined && existsSync(path) ? await readFile(path, 'utf8') : ''
  const lines = text.split('\n').slice(0, -1)
  return lines.map((line) => v.parse(messageSchema, JSON.parse(line))).reverse()
}

/** Replaces the file whole, so that a crash leaves the old content or the new one. */
async function rewrite(path: string | undefined, messages: readonly Message[]): Promise<void> {
  if (path === undefined) return
  await writeFile(`${path}.new`, messages.toReversed().map(lineOf).join(''), { mode: 0o600 })
  await rename(`${path}.new`, path)
}
