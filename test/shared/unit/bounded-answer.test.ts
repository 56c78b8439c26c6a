import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { boundedBytes } from '../../../shared/platform/bounded-answer.ts'

/** A server that never stops to answer, and says nothing of a length. */
async function endless() {
  const server = createServer((_, response) => {
    const more = () => void (response.writable && response.write(Buffer.alloc(1_000), more))
    more()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port')
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${address.port}`, [Symbol.asyncDispose]: close }
}

it('an answer is read up to a limit, whatever length it claims', async () => {
  const of = (text: string) => new Response(text)
  expect(Buffer.from((await boundedBytes(of('abc'), 3)) ?? []).toString()).toBe('abc')
  expect(await boundedBytes(of('abcd'), 3)).toBeNull()
  expect(await boundedBytes(new Response(null), 3)).toHaveLength(0)
  await using server = await endless()
  expect(await boundedBytes(await fetch(server.url), 10_000)).toBeNull()
})
