/** How bright a channel may make each of its values, as powers: profiles of real devices lie well within. */
const [darkest, brightest, tolerance] = [3.5, 0.7, 0.05]
const samples = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1]

/** What the channels red, green and blue give to brightness, in any usual space. */
const sharesOfBrightness = [
  { tag: 'rXYZ', least: 0.1, most: 0.4 },
  { tag: 'gXYZ', least: 0.5, most: 0.9 },
  { tag: 'bXYZ', least: -0.05, most: 0.2 },
]

/**
 * Whether an ICC profile (ICC.1:2022) of one or three channels shows colours about as a reader that knows no profiles: white
 * stays white and darker stays darker. Profiles that look colours up in tables count as no such.
 */
export function isOrdinaryProfile(profile: Uint8Array, channels: 1 | 3): boolean {
  try {
    const bytes = Buffer.from(profile.buffer, profile.byteOffset, profile.byteLength)
    const tags = tagsOf(bytes)
    const looksUp = [...tags.keys()].some((tag) => /^[AD]2B/.test(tag))
    if (looksUp || bytes.toString('latin1', 36, 40) !== 'acsp') return false
    const space = bytes.toString('latin1', 16, 20)
    if (channels === 1) return space === 'GRAY' && isOrdinaryCurve(tags.get('kTRC'))
    const curves = ['rTRC', 'gTRC', 'bTRC'].map((tag) => tags.get(tag))
    return space === 'RGB ' && curves.every(isOrdinaryCurve) && sharesOfBrightness.every((each) => hasShare(tags, each))
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function tagsOf(bytes: Buffer): Map<string, Buffer> {
  const count = Math.min(bytes.readUInt32BE(128), 200)
  const entries = Array.from({ length: count }, (_, index): [string, Buffer] => {
    const entry = 132 + 12 * index
    const offset = bytes.readUInt32BE(entry + 4)
    return [bytes.toString('latin1', entry, entry + 4), bytes.subarray(offset, offset + bytes.readUInt32BE(entry + 8))]
  })
  return new Map(entries)
}

function hasShare(
  tags: Map<string, Buffer>,
  { tag, least, most }: { tag: string; least: number; most: number },
): boolean {
  const value = tags.get(tag)
  if (!value) return false
  const brightness = fixed(value, 12)
  return brightness >= least && brightness <= most
}

function isOrdinaryCurve(tag: Buffer | undefined): boolean {
  const curve = tag && curveOf(tag)
  return curve !== undefined && curve !== null && isOrdinary(curve)
}

/** Whether a curve from 0 to 1 rises about as that of a screen. */
function isOrdinary(curve: (value: number) => number): boolean {
  const results = samples.map(curve)
  return samples.every((value, index) => {
    const result = results[index] ?? Number.NaN
    const rises = index === 0 || result >= (results[index - 1] ?? 1)
    return rises && result >= value ** darkest - tolerance && result <= value ** brightest + tolerance
  })
}

function curveOf(tag: Buffer): ((value: number) => number) | null {
  const type = tag.toString('latin1', 0, 4)
  if (type === 'para') return parametric(tag)
  if (type !== 'curv') return null
  const count = tag.readUInt32BE(8)
  if (count === 0) return (value) => value
  if (count === 1) return (value) => value ** (tag.readUInt16BE(12) / 256)
  const entry = (index: number) => tag.readUInt16BE(12 + 2 * index) / 65_535
  return (value) => {
    const [place, share] = [Math.floor(value * (count - 1)), (value * (count - 1)) % 1]
    return entry(place) + share * (entry(Math.min(place + 1, count - 1)) - entry(place))
  }
}

function parametric(tag: Buffer): ((value: number) => number) | null {
  const kind = tag.readUInt16BE(8)
  const length = [1, 3, 4, 5, 7][kind]
  if (length === undefined) return null
  const [gamma = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = Array.from({ length }, (_, index) =>
    fixed(tag, 12 + 4 * index),
  )
  const power = (value: number) => Math.max(0, a * value + b) ** gamma
  if (kind === 0) return (value) => value ** gamma
  if (kind === 1) return (value) => (value >= -b / a ? power(value) : 0)
  if (kind === 2) return (value) => (value >= -b / a ? power(value) + c : c)
  return (value) => (value >= d ? power(value) + e : c * value + f)
}

/** s15Fixed16Number. */
function fixed(bytes: Buffer, offset: number): number {
  return bytes.readInt32BE(offset) / 65_536
}
