/** The part of libjpeg-turbo's build to JavaScript that is used; the package has no types. */
declare module '@cornerstonejs/codec-libjpeg-turbo-8bit/decode' {
  /** Where to put the file, in the memory of the library; `decode` throws whenever the library has but a warning. */
  type JpegDecoder = {
    getEncodedBuffer(length: number): Uint8Array
    decode(): void
    /** A view of the library's memory: samples by pixels, as many of each as the file has. */
    getDecodedBuffer(): Uint8Array
  }
  /** Each call gives an instance with a memory of its own. */
  export default function libjpegTurbo(): Promise<{ JPEGDecoder: new () => JpegDecoder }>
}
