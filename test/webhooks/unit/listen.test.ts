import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { webhookHeaders } from '../../../events/webhook-signature.ts'
import { startWebhookReceiver } from '../../../infra/operations/webhook-listener/receiver.ts'

const secret = `whsec_${'k'.repeat(43)}`
const timestampSec = 1_767_225_600
const envelope = { id: '019b76da-a800-7c3e-9a41-5f0e2b7d6c18', type: 'signature.completed', livemode: false }
const body = JSON.stringify({ ...envelope, data: { requestId: 'r-1', title: 'Bail à Nîmes' } })

function signed(sentAtSec = timestampSec, secrets = [secret]): RequestInit {
  const rawBody = Buffer.from(body)
  const headers = webhookHeaders({ envelope, deliveryId: 'd-1', rawBody, secrets, timestampSec: sentAtSec })
  return { method: 'POST', headers, body }
}

async function startReceiver(options: { secret?: string | null; status?: number } = {}) {
  const told: string[] = []
  const receiver = await startWebhookReceiver({
    port: 0,
    secret,
    status: 200,
    now: () => (timestampSec + 1) * 1000,
    print: (text: string) => told.push(text),
    ...options,
  })
  onTestFinished(receiver.close)
  const post = async (request: RequestInit) => (await fetch(`http://127.0.0.1:${receiver.port}/`, request)).status
  return { told, post }
}

describe('the receiver to try subscriptions with', () => {
  it('prints a line and the data of an event that is signed, and says when it comes again', async () => {
    const { told, post } = await startReceiver()
    expect([await post(signed()), await post(signed(timestampSec - 200))]).toEqual([200, 200])
    const data = '{\n  "requestId": "r-1",\n  "title": "Bail à Nîmes"\n}'
    const line = `00:00:01 200 signature.completed ${envelope.id}`
    expect(told).toEqual([
      `${line} (test, delivery d-1, verified)\n${data}`,
      `${line} (test, delivery d-1, verified, seen before)\n${data}`,
    ])
  })

  it.for([
    ['a forged one', signed(timestampSec, ['whsec_other']), 400, 'The signature is wrong'],
    ['an old one', signed(timestampSec - 300), 400, 'It was signed 301 s ago'],
    ['a changed one', { ...signed(), body: body.replace('Bail', 'bail') }, 400, 'The signature is wrong'],
    ['an unsigned one', { method: 'POST', body }, 400, 'The request has no X-SVC-Signature'],
    ['a huge one', { ...signed(), body: ' '.repeat(1_000_001) }, 413, 'more than 1000000 bytes'],
    ['no event at all', { method: 'GET' }, 405, 'events come with POST, not GET'],
  ] as const)('refuses %s', async ([, request, status, why]) => {
    const { told, post } = await startReceiver()
    expect(await post(request)).toBe(status)
    expect(told).toEqual([expect.stringContaining(`00:00:01 ${status} refused: ${why}`)])
  })

  it('answers as it is told, so that retries can be seen', async () => {
    const { told, post } = await startReceiver({ status: 500 })
    expect(await post(signed())).toBe(500)
    expect(told).toEqual([expect.stringContaining('500 signature.completed')])
  })

  it('without a secret shows whatever comes, and says that it was not verified', async () => {
    const { told, post } = await startReceiver({ secret: null })
    const sent = [body, 'hello', '[1]', 'null', '{"type":"a\\u001b[2J\\u0085b","id":1}', '']
    for (const one of sent) expect(await post({ method: 'POST', body: one })).toBe(200)
    expect(told.map((text) => text.slice(13).replaceAll(/\s+/g, ' '))).toEqual([
      `signature.completed ${envelope.id} (not verified) { "requestId": "r-1", "title": "Bail à Nîmes" }`,
      'no type no id (not verified) "hello"',
      'no type no id (not verified) [ 1 ]',
      'no type no id (not verified) null',
      'a\\u001b[2J\\u0085b no id (not verified) { "type": "a\\u001b[2J\\u0085b", "id": 1 }',
      'no type no id (not verified) ""',
    ])
  })
})

const program = fileURLToPath(import.meta.resolve('../../../infra/operations/webhook-listener/listen.ts'))

function run(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

describe('the command', () => {
  it('receives a signed event, refuses a forged one, and stops when it is told to', async () => {
    const child = run(['--port', '0', '--status', '202'], { WEBHOOK_SECRET: secret })
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    const next = async () => String((await lines.next()).value)
    const [, url = ''] = /Listening on (\S+), answering 202\./.exec(await next()) ?? []
    const nowSec = Math.floor(Date.now() / 1000)
    expect((await fetch(url, signed(nowSec))).status).toBe(202)
    expect(await next()).toMatch(/^\d\d:\d\d:\d\d 202 signature\.completed .*, verified\)$/)
    expect([await next(), await next(), await next(), await next()].join('')).toContain('"requestId": "r-1"')
    expect((await fetch(url, signed(nowSec, ['whsec_other']))).status).toBe(400)
    expect(await next()).toMatch(/^\d\d:\d\d:\d\d 400 refused: The signature is wrong/)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('says that nothing is verified when it has no secret', async () => {
    const child = run(['--port', '0'], { WEBHOOK_SECRET: '' })
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
    expect((await lines.next()).value).toMatch(/^Listening on http:\/\/localhost:\d+\/, answering 200\.$/)
    expect((await lines.next()).value).toMatch(/^Signatures are not verified/)
  })

  it.for([
    [['--port', '65536'], '--port: Give at most 65535.'],
    [['--status', '100'], '--status: Give at least 200.'],
    [['--status', 'ok'], '--status: Give a whole number.'],
    [['--secret', ''], '--secret: Give the secret of the subscription'],
    [['--secret', 'undefined'], '--secret: Give the secret of the subscription'],
    [['--loud'], "Unknown option '--loud'"],
  ] as const)('is not understood with %j', async ([args, told]) => {
    const child = run([...args])
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect([stderr, code]).toEqual([expect.stringContaining(told), 2])
  })

  it('says so when something else listens there', async () => {
    const other = await startWebhookReceiver({ port: 0, secret, status: 200, now: () => 0, print: () => {} })
    onTestFinished(other.close)
    const child = run(['--port', String(other.port)])
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect([stderr, code]).toEqual([expect.stringContaining('Choose another --port'), 1])
  })
})
