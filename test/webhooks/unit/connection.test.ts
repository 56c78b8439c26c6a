import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectTo, isOneOf } from '../../../functions/webhooks/delivery/connection.ts'
import { lookupOf } from '../../../shared/platform/resolve-target.ts'
import { portOf, startListener } from './receivers.ts'

const checked = [
  { address: '93.184.215.14', family: 4 },
  { address: '2606:2800:21f:cb07:6820:80da:af6b:8b2c', family: 6 },
]

describe('a connection', () => {
  it('is offered the checked addresses alone, whatever name is asked for', () => {
    const offered: unknown[] = []
    lookupOf(checked)('rebinding.example.com', { all: true }, (...answer) => offered.push(answer))
    lookupOf(checked)('rebinding.example.com', {}, (...answer) => offered.push(answer))
    lookupOf([])('rebinding.example.com', {}, (error) => offered.push(error instanceof Error))
    expect(offered).toEqual([[null, checked], [null, '93.184.215.14', 4], true])
  })

  it.for([
    ['93.184.215.14', true],
    ['::ffff:93.184.215.14', true],
    ['2606:2800:021f:cb07:6820:80da:af6b:8b2c', true],
    ['2606:2800:21F:CB07:6820:80DA:AF6B:8B2C', true],
    ['93.184.215.15', false],
    ['127.0.0.1', false],
    ['::1', false],
    ['', false],
    [undefined, false],
  ] as const)('that leads to %s is kept: %s', ([address, isKept]) => expect(isOneOf(checked, address)).toBe(isKept))

  it('that leads elsewhere than was checked is given up before anything is said', async () => {
    let received = 0
    const ended = Promise.withResolvers<void>()
    const { port } = await startListener((socket) => {
      socket.on('data', ({ length }) => (received += length)).on('close', () => ended.resolve())
    })
    const { signal } = new AbortController()
    // A host that is an address is connected to without a lookup, as by a Node that resolved names by itself.
    for (const scheme of ['http', 'https'])
      expect(await connectTo(new URL(`${scheme}://127.0.0.1:${port}/`), checked, signal)).toBe('connection_error')
    await ended.promise
    expect(received).toBe(0)
  })

  it('goes to a checked address though the name leads nowhere by now', async () => {
    const { port } = await startListener()
    const { signal } = new AbortController()
    const loopback = [{ address: '127.0.0.1', family: 4 }]
    const socket = await connectTo(new URL(`http://hooks.invalid:${port}/`), loopback, signal)
    expect(socket).toMatchObject({ remoteAddress: '127.0.0.1', remotePort: port })
    if (typeof socket !== 'string') socket.destroy()
  })

  it('goes on to the next address where nobody listens at the first', async () => {
    const server = createServer()
    onTestFinished(() => void server.close())
    const port = await portOf(server, '127.0.0.1')
    const addresses = ['127.0.0.2', '127.0.0.1'].map((address) => ({ address, family: 4 }))
    const { signal } = new AbortController()
    const socket = await connectTo(new URL(`http://localhost:${port}/`), addresses, signal)
    expect(socket).toMatchObject({ remoteAddress: '127.0.0.1' })
    if (typeof socket !== 'string') socket.destroy()
  })
})
