import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Message, openMessages } from '../../../../infra/local/engines/messages.ts'

let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'messages-'))
})
afterEach(() => rm(directory, { recursive: true }))

function message(id: string): Message {
  return {
    id,
    at: '2026-03-01T12:00:00.000Z',
    kind: 'sms',
    from: 'SMS',
    to: ['+33612345678'],
    cc: [],
    bcc: [],
    subject: '',
    text: id,
    headers: [],
    tags: [],
    attachments: [],
  }
}

const idsOf = (messages: readonly Message[]) => messages.map(({ id }) => id)

test('only the newest are kept, in memory and in the file, over restarts', async () => {
  const messages = await openMessages(directory, 3)
  for (const id of ['1', '2', '3', '4', '5', '6', '7', '8']) {
    await messages.add(message(id))
    const lines = (await readFile(join(directory, 'messages.jsonl'), 'utf8')).trim().split('\n')
    expect(lines.length).toBeLessThanOrEqual(6)
  }
  expect(idsOf(messages.all())).toEqual(['8', '7', '6'])
  const reopened = await openMessages(directory, 3)
  expect(idsOf(reopened.all())).toEqual(['8', '7', '6'])
})

test('messages that come at once are kept in the order in which they came', async () => {
  const messages = await openMessages(directory, 10)
  await Promise.all(['1', '2', '3', '4'].map((id) => messages.add(message(id))))
  expect(idsOf((await openMessages(directory, 10)).all())).toEqual(['4', '3', '2', '1'])
})
