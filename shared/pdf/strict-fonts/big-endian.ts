/** Numbers in a font program. Throws a `RangeError` where they would lie outside of it. */
export class BigEndian {
  readonly bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get length(): number {
    return this.bytes.length
  }

  byte(at: number): number {
    return this.#view.getUint8(at)
  }

  short(at: number): number {
    return this.#view.getUint16(at)
  }

  signedShort(at: number): number {
    return this.#view.getInt16(at)
  }

  long(at: number): number {
    return this.#view.getUint32(at)
  }

  text(start: number, end: number): string {
    return Buffer.from(this.part(start, end)).toString('latin1')
  }

  part(start: number, end: number): Uint8Array {
    if (start < 0 || end < start || end > this.length) throw new RangeError('A part of a font lies outside of it')
    return this.bytes.subarray(start, end)
  }
}
