import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundling } from '../../../../infra/build/bundle.ts'
import { imageFile } from '../../../support/documents/images.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'images-'))
  await build({ ...bundling, entryPoints: { reader: 'shared/images/signature-image.ts' }, outdir: folder })
}, 60_000)

afterAll(() => rm(folder, { recursive: true }))

it.each(['baseline.jpg', 'progressive.jpg', 'palette.png', 'interlaced-16-alpha.png'] as const)(
  'the libraries work in a bundle: %s',
  async (name) => {
    const { readSignatureImage } = await import(pathToFileURL(join(folder, 'reader.mjs')).href)
    expect(await readSignatureImage(imageFile(name))).toMatchObject({ width: 61, height: 43 })
  },
)
