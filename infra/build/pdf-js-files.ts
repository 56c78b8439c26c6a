import { cp, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'esbuild'

const packageFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

/** The maps of characters to glyphs that fonts of East Asian scripts name (ISO 32000-2 §9.7.5.2). */
export async function copyCharacterMaps(directory: string): Promise<void> {
  await cp(join(packageFolder, 'cmaps'), directory, { recursive: true })
}

/** What pdf.js decodes JBIG2 and JPEG 2000 with where WebAssembly is not allowed, under the names of its own files. */
const decoders = ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js']
const decoderImport = /await import\(\s*(?:\/\*.*?\*\/\s*)*`\$\{WasmImage\.#wasmUrl\}\$\{this\._noWasmFilename\}`\)/

const canvasImport = 'canvas = require("@napi-rs/canvas");'

/** No function draws pages on a canvas: where the package is installed, as on a developer's machine, loading it would take as long as a page. */
export const pdfJsWithoutCanvas: Plugin = {
  name: 'pdf-js-without-canvas',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]pdf\.mjs$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      if (!text.includes(canvasImport)) throw new Error('pdf.js loads its canvas in another way than before')
      return { contents: text.replace(canvasImport, '') }
    })
  },
}

/** Has the worker load its decoders from files that the bundle knows, instead of by names put together when it runs. */
export const decodersOfPdfJs: Plugin = {
  name: 'decoders-of-pdf-js',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]pdf\.worker\.mjs$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      if (!decoderImport.test(text)) throw new Error('pdf.js loads its decoders in another way than before')
      const loaders = decoders.map((file) => `${JSON.stringify(file)}: () => import('pdfjs-dist/wasm/${file}')`)
      return { contents: text.replace(decoderImport, `await ({ ${loaders.join(', ')} })[this._noWasmFilename]()`) }
    })
  },
}
