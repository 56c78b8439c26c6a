import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { postWebhook } from '../../../functions/webhooks/delivery/post.ts'
import { type Lookup, resolveTarget } from '../../../shared/platform/resolve-target.ts'
import { forbiddenAddresses, forbiddenHosts, publicAddresses } from './forbidden-targets.ts'
import { startNameServer } from './name-server.ts'
import { startListener } from './receivers.ts'

const post = { headers: {}, body: Buffer.from('{}'), isLocalAllowed: false }
const blocked = { responseCode: null, responseBody: null, error: 'blocked_address' }
/** Of the part of IPv6 that is public but was never given to anybody: nothing answers there. */
const nobody = '2d00::1'

function addressesOf(...addresses: string[]): Lookup {
  return async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
}

describe('nothing is connected to', () => {
  it('by any notation of what is not public, and no name is resolved for it', async () => {
    const listener = await startListener()
    let questions = 0
    const lookup: Lookup = async () => {
      questions++
      return [{ address: '127.0.0.1', family: 4 }]
    }
    const urls = forbiddenHosts.flatMap((host) => [
      `https://${host}:${listener.port}/`,
      `http://${host}:${listener.port}/`,
    ])
    expect(urls.length).toBeGreaterThan(120)
    for (const url of urls) expect([url, await postWebhook({ ...post, url }, { lookup })]).toMatchObject([url, blocked])
    expect({ questions, connections: listener.connections() }).toEqual({ questions: 0, connections: 0 })
  })

  it('by a name that resolves to any address that is not public, alone or among public ones', async () => {
    const listener = await startListener()
    const url = `https://hooks.example.com:${listener.port}/`
    expect(forbiddenAddresses.length).toBeGreaterThan(60)
    for (const address of forbiddenAddresses)
      for (const lookup of [
        addressesOf(address),
        addressesOf('8.8.8.8', address),
        addressesOf(address, nobody),
        addressesOf(...publicAddresses, address),
      ]) {
        expect([address, await resolveTarget(url, post, { lookup })]).toEqual([address, { fault: 'blocked_address' }])
        expect([address, await postWebhook({ ...post, url }, { lookup })]).toMatchObject([address, blocked])
      }
    expect(listener.connections()).toBe(0)
  })

  it('by a name on a local cloud either, where the machine itself may be named', async () => {
    const listener = await startListener()
    const lookup = addressesOf('127.0.0.1')
    for (const url of [`https://hooks.example.com:${listener.port}/`, `http://localhost.example.com:${listener.port}/`])
      expect(await postWebhook({ ...post, url, isLocalAllowed: true }, { lookup })).toMatchObject(blocked)
    expect(listener.connections()).toBe(0)
  })

  it('while the listener of these tests does see whoever connects', async () => {
    const listener = await startListener((socket) => socket.end())
    await new Promise((resolve) => connect(listener.port, '127.0.0.1').resume().on('close', resolve))
    expect(listener.connections()).toBe(1)
  })
})

describe('a name server that changes its mind', () => {
  it('gets nothing once it has turned a name that was checked to this machine', async () => {
    const listener = await startListener()
    const server = await startNameServer(['8.8.8.8'], ['127.0.0.1'])
    const url = `https://rebinding.example.com:${listener.port}/`
    const whenSubscribed = await resolveTarget(url, post, server)
    expect(whenSubscribed).toEqual({ addresses: [{ address: '8.8.8.8', family: 4 }] })
    expect(await postWebhook({ ...post, url }, server)).toMatchObject(blocked)
    expect(listener.connections()).toBe(0)
  })

  it('is asked once for an attempt: the connection goes to what was checked', async () => {
    const listener = await startListener()
    const server = await startNameServer([nobody], ['127.0.0.1'], ['::1'])
    const url = `https://rebinding.example.com:${listener.port}/`
    const { error } = await postWebhook({ ...post, url }, { ...server, budgetMs: 150 })
    expect(['connection_error', 'timeout']).toContain(error)
    expect({ questions: server.questions(), connections: listener.connections() }).toEqual({
      questions: 1,
      connections: 0,
    })
  })

  it.for([
    [['8.8.8.8', '127.0.0.1']],
    [['127.0.0.1', '8.8.8.8']],
    [[nobody, '127.0.0.1']],
    [['8.8.8.8', '::1']],
    [['8.8.8.8', '::ffff:127.0.0.1']],
    [[nobody, '64:ff9b::7f00:1']],
  ])('gets nothing by mixing public addresses with others: %j', async ([answer]) => {
    const listener = await startListener()
    const server = await startNameServer(answer ?? [])
    const url = `https://mixed.example.com:${listener.port}/`
    expect(await postWebhook({ ...post, url }, server)).toMatchObject(blocked)
    expect(listener.connections()).toBe(0)
  })
})

describe('a name that does not resolve', () => {
  const url = 'https://gone.example.com/'

  it('is told as such', async () => {
    const server = await startNameServer([])
    const lookups: Lookup[] = [server.lookup, async () => [], () => Promise.reject(new Error('ENOTFOUND'))]
    for (const lookup of lookups) {
      expect(await resolveTarget(url, post, { lookup })).toEqual({ fault: 'dns_error' })
      expect(await postWebhook({ ...post, url }, { lookup })).toMatchObject({ responseCode: null, error: 'dns_error' })
    }
  })

  it('takes no longer than the budget, whatever comes of it later', async () => {
    const { promise, reject } = Promise.withResolvers<never>()
    const outcome = await postWebhook({ ...post, url }, { lookup: () => promise, budgetMs: 20 })
    expect(outcome).toMatchObject({ responseCode: null, responseBody: null, error: 'timeout' })
    reject(new Error('too late to matter'))
    const signal = AbortSignal.abort()
    expect(await resolveTarget(url, post, { lookup: () => promise, signal })).toEqual({ fault: 'dns_error' })
  })
})
