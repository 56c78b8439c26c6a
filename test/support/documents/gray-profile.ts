/** An ICC profile (ICC.1:2001-04) of one channel, whose curve is given by its values from black to white. */
export function grayProfile(curve: readonly number[]): Buffer {
  const values = Buffer.alloc(12 + 2 * curve.length)
  values.write('curv', 'latin1')
  values.writeUInt32BE(curve.length, 8)
  for (const [index, value] of curve.entries()) values.writeUInt16BE(Math.round(value * 65_535), 12 + 2 * index)
  const tags = [
    ['desc', Buffer.concat([Buffer.from('desc\0\0\0\0\0\0\0\x02x\0', 'latin1'), Buffer.alloc(78)])],
    ['wtpt', Buffer.concat([Buffer.from('XYZ \0\0\0\0', 'latin1'), whitePoint])],
    ['kTRC', values],
    ['cprt', Buffer.from('text\0\0\0\0x\0', 'latin1')],
  ] as const
  const table = Buffer.alloc(4 + 12 * tags.length)
  table.writeUInt32BE(tags.length)
  const parts: Buffer[] = []
  let offset = 128 + table.length
  for (const [index, [name, data]] of tags.entries()) {
    const entry = 4 + 12 * index
    table.write(name, entry, 'latin1')
    table.writeUInt32BE(offset, entry + 4)
    table.writeUInt32BE(data.length, entry + 8)
    const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)])
    parts.push(padded)
    offset += padded.length
  }
  return Buffer.concat([header(offset), table, ...parts])
}

/** Of daylight, D50, as three s15Fixed16Numbers. */
const whitePoint = Buffer.from('0000f6d6000100000000d32d', 'hex')

function header(size: number): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.writeUInt32BE(size)
  bytes.writeUInt32BE(0x0240_0000, 8)
  bytes.write('mntrGRAYXYZ ', 12, 'latin1')
  bytes.writeUInt16BE(2026, 24)
  bytes.writeUInt16BE(1, 26)
  bytes.writeUInt16BE(1, 28)
  bytes.write('acsp', 36, 'latin1')
  whitePoint.copy(bytes, 68)
  return bytes
}
