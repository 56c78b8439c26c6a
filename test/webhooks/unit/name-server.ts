import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import ipaddr from 'ipaddr.js'
import { onTestFinished } from 'vitest'
import type { Lookup } from '../../../shared/platform/resolve-target.ts'

const types = { A: 1, AAAA: 28 } as const

/**
 * A name server on UDP that gives the addresses of the first answer, then those of the second, and goes on with the last: as
 * somebody does whose name leads elsewhere once it was checked.
 */
export async function startNameServer(...answers: string[][]): Promise<{ lookup: Lookup; questions(): number }> {
  const asked = { A: 0, AAAA: 0 }
  const server = createSocket('udp4', (query, { address, port }) => {
    const kind = query.readUInt16BE(endOfName(query)) === types.A ? 'A' : 'AAAA'
    const addresses = answers[Math.min(asked[kind]++, answers.length - 1)] ?? []
    server.send(
      reply(
        query,
        addresses.filter((one) => one.includes(':') === (kind === 'AAAA')),
      ),
      port,
      address,
    )
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const resolver = new Resolver({ timeout: 30_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${server.address().port}`])
  return { lookup: (hostname) => bothFamilies(resolver, hostname), questions: () => Math.max(asked.A, asked.AAAA) }
}

async function bothFamilies(resolver: Resolver, hostname: string) {
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
  return [four, six].flatMap((found, index) =>
    found.status === 'fulfilled' ? found.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
  )
}

/** Where the name of the question ends, which begins after the header (RFC 1035, 4.1). */
function endOfName(query: Buffer): number {
  let place = 12
  while (query[place]) place += (query[place] ?? 0) + 1
  return place + 1
}

function reply(query: Buffer, addresses: string[]): Buffer {
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(addresses.length, 6)
  return Buffer.concat([header, query.subarray(12, endOfName(query) + 4), ...addresses.map(record)])
}

function record(address: string): Buffer {
  const bytes = Buffer.from(ipaddr.parse(address).toByteArray())
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(bytes.length === 4 ? types.A : types.AAAA, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(bytes.length, 10)
  return Buffer.concat([head, bytes])
}
