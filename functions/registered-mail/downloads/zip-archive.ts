import { crc32 } from 'node:zlib'

export interface ArchivedFile {
  /** With folders, such as `01-Doe/deposit.pdf`. */
  readonly name: string
  readonly at: Date
  readonly read: () => Promise<Uint8Array>
}

const versionNeeded = 20
const nameIsUtf8 = 0x0800
const [localSignature, centralSignature, endSignature] = [0x04034b50, 0x02014b50, 0x06054b50]

interface Entry {
  readonly name: Buffer
  /** What both headers of a file say of it. */
  readonly facts: Buffer
  readonly offset: number
}

/**
 * The parts of a ZIP archive (APPNOTE 6.3), one file after the other. The files are stored as they are: PDF files are compressed already.
 * The archive may have 65,535 files and 4 GiB.
 */
export async function* zipArchive(files: readonly ArchivedFile[]): AsyncGenerator<Buffer> {
  const entries: Entry[] = []
  let offset = 0
  for (const file of files) {
    const [name, bytes] = [Buffer.from(file.name), await file.read()]
    const entry = { name, facts: factsOf(bytes, file.at, name), offset }
    entries.push(entry)
    const header = Buffer.concat([uint32(localSignature), entry.facts, name])
    yield header
    yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    offset += header.length + bytes.length
  }
  const directory = Buffer.concat(entries.map(centralHeader))
  yield directory
  yield endOf(entries.length, directory.length, offset)
}

function factsOf(bytes: Uint8Array, at: Date, name: Buffer): Buffer {
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(versionNeeded, 0)
  facts.writeUInt16LE(nameIsUtf8, 2)
  facts.writeUInt16LE((at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1), 6)
  facts.writeUInt16LE(((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(), 8)
  facts.writeUInt32LE(crc32(bytes), 10)
  facts.writeUInt32LE(bytes.length, 14)
  facts.writeUInt32LE(bytes.length, 18)
  facts.writeUInt16LE(name.length, 22)
  return facts
}

function centralHeader({ name, facts, offset }: Entry): Buffer {
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(offset, 10)
  const versionMadeBy = Buffer.alloc(2)
  versionMadeBy.writeUInt16LE(versionNeeded)
  return Buffer.concat([uint32(centralSignature), versionMadeBy, facts, rest, name])
}

function endOf(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(endSignature, 0)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return end
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
