import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** Returns the event. Throws unless it was signed with the secret within the last five minutes. */
export function eventOf(rawBody, header, secret, nowSec) {
  const entries = header.split(',').map((entry) => entry.trim())
  const [time, ...otherTimes] = entries.filter((entry) => entry.startsWith('t=')).map((entry) => entry.slice(2))
  if (!time || otherTimes.length > 0) throw new Error('The header must have one time.')
  const expected = createHmac('sha256', secret).update(`${time}.`).update(rawBody).digest()
  const signatures = entries.filter((entry) => /^v1=[0-9a-f]{64}$/.test(entry)).map((entry) => entry.slice(3))
  if (!signatures.some((signature) => timingSafeEqual(Buffer.from(signature, 'hex'), expected)))
    throw new Error('The signature is wrong.')
  if (!(Math.abs(nowSec - Number(time)) <= 300)) throw new Error('It was signed at another time.')
  return JSON.parse(rawBody)
}

async function receive(request, response) {
  try {
    const header = request.headers['x-svc-signature'] ?? ''
    const event = eventOf(await buffer(request), header, process.env.WEBHOOK_SECRET, Date.now() / 1000)
    console.log(event.id, event.type, event.data)
    response.writeHead(204).end()
  } catch (error) {
    console.error(error.message)
    response.writeHead(400).end()
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) createServer(receive).listen(8088)
