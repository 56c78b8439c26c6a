import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { placeOfBase, type StyleName, sheetsOf } from '../../shared/pages/page-style.ts'
import { bundlePage } from './page-bundle.ts'

const isStyleName = (name: string): name is StyleName => Object.hasOwn(sheetsOf, name)
const styleNames = Object.keys(sheetsOf).filter(isStyleName)

/** Where pages get their fonts: from the signing page, which serves them, or within the style, where another gateway answers. */
type Fonts = 'served' | 'embedded'

/** A style of server-rendered pages in one file. */
export async function pageStyleText(name: StyleName, fonts: Fonts = 'served'): Promise<string> {
  const imports = ['fonts', ...sheetsOf[name]].map((sheet) => `@import "./shared/pages/${sheet}.css";`)
  const files = await bundlePage({
    stdin: { contents: imports.join('\n'), loader: 'css', resolveDir: '.', sourcefile: 'style.css' },
    publicPath: `${placeOfBase}/sign/assets`,
    ...(fonts === 'embedded' && { loader: { '.woff2': 'dataurl' } }),
  })
  const style = files.find(({ path }) => path.endsWith('.css'))
  if (!style) throw new Error('the style of pages was not built')
  return style.text
}

/** Writes the styles where `shared/pages/page-style.ts` looks for them: a folder beside the function's bundle. */
export async function writePageStyles(directory: string, fonts: Fonts = 'served'): Promise<void> {
  await mkdir(directory, { recursive: true })
  await Promise.all(
    styleNames.map(async (name) => writeFile(join(directory, `${name}.css`), await pageStyleText(name, fonts))),
  )
}
