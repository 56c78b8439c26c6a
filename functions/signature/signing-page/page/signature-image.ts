import type { UploadedImage } from './draft.ts'

export type ImageFlaw = 'tooLarge' | 'wrongType'

const mostBytes = 2 ** 20
const beginnings: Readonly<Record<string, readonly number[]>> = {
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  'image/jpeg': [0xff, 0xd8, 0xff],
}

/** A picture that may be sent, or why it may not: its bytes decide what it is, and the browser has to be able to show it. */
export async function imageOf(file: File): Promise<UploadedImage | ImageFlaw> {
  if (file.size > mostBytes) return 'tooLarge'
  const bytes = new Uint8Array(await file.arrayBuffer())
  const type = Object.keys(beginnings).find((type) => beginnings[type]?.every((byte, index) => bytes[index] === byte))
  if (!type) return 'wrongType'
  const dataUrl = `data:${type};base64,${base64Of(bytes)}`
  return (await isShown(dataUrl)) ? { name: file.name, dataUrl } : 'wrongType'
}

function base64Of(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

async function isShown(dataUrl: string): Promise<boolean> {
  const image = new Image()
  image.src = dataUrl
  return await image.decode().then(
    () => true,
    () => false,
  )
}
