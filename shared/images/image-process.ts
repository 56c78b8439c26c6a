import { serveTasks } from '../parsers/serve-tasks.ts'
import { readLogo } from './logo-image.ts'
import type { ImageTask } from './read-image.ts'
import { readSignatureImage } from './signature-image.ts'

/** The process in which images of untrusted senders are parsed; read-image.ts starts it. */
serveTasks(import.meta.url, async ({ bytes, isWhole, isLogo = false }: ImageTask) => {
  if (isLogo) return await readLogo(bytes)
  const image = await readSignatureImage(bytes)
  return typeof image === 'string' || isWhole ? image : image.colour.form
})
