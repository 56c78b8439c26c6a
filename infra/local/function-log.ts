import { appendFile } from 'node:fs/promises'
import { Writable } from 'node:stream'

/** The log of a function. Lines that cannot be written, on a full disk for example, are lost, and the function goes on. */
export function openFunctionLog(path: string): Writable {
  let isFailing = false
  const append = async (text: Uint8Array) => {
    try {
      await appendFile(path, text)
      isFailing = false
    } catch (error) {
      if (!isFailing) console.error(`${path} could not be written:`, error)
      isFailing = true
    }
  }
  return new Writable({
    write: (chunk: Buffer, _, done) => void append(chunk).then(() => done()),
    writev: (chunks, done) => void append(Buffer.concat(chunks.map(({ chunk }) => chunk))).then(() => done()),
  })
}
