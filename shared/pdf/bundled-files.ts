import { fontFiles } from './typography/font-files.ts'

const harfBuzz = 'harfbuzzjs/dist/harfbuzz.wasm'

const latinFontFiles = {
  'Caveat_600SemiBold.ttf': fontFiles['Caveat_600SemiBold.ttf'],
  'NotoSans_400Regular.ttf': fontFiles['NotoSans_400Regular.ttf'],
  'NotoSans_600SemiBold.ttf': fontFiles['NotoSans_600SemiBold.ttf'],
}

/**
 * The files that must lie beside the bundle of a function, since they are found through its URL. What the bundler does
 * for a function whose bundle contains a module of this folder (esbuild's metafile tells):
 * - `./typography/fonts.ts`: copy each of `copies`, a file of an npm package, to `<name>` beside `index.mjs`
 */
export const bundledFiles = {
  copies: { ...fontFiles, 'harfbuzz.wasm': harfBuzz },
  /** Those of them that stamps of Latin letters take. */
  copiesForTrials: { ...latinFontFiles, 'harfbuzz.wasm': harfBuzz },
} as const

/** Started from source, this very module still ends in `.ts`. */
function isBundled(): boolean {
  return !import.meta.url.endsWith('.ts')
}

export function copyUrl(name: keyof typeof bundledFiles.copies): URL {
  return new URL(isBundled() ? `./${name}` : import.meta.resolve(bundledFiles.copies[name]), import.meta.url)
}

/** A character map of pdf.js, by the name of its file. */
export function characterMapUrl(name: string): URL {
  return new URL(isBundled() ? `./cmaps/${name}` : import.meta.resolve(`pdfjs-dist/cmaps/${name}`), import.meta.url)
}

/** The folder of the decoders of rare image formats, which are part of a bundle. */
export function imageDecodersUrl(): string {
  return isBundled() ? './' : import.meta.resolve('pdfjs-dist/wasm/')
}
