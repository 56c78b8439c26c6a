import { consoleShell } from '../../functions/console/page-shell.ts'
import { assetsOf, type BuiltPage, builtName, bundlePage, writePage } from './page-bundle.ts'
import { bundlePdfWorker, pdfFiles } from './page-pdf-files.ts'

const app = 'functions/console/app'

/** Scripts, styles and fonts of the console. Each screen is a file of its own, loaded when it is first shown. */
export async function consolePage(): Promise<BuiltPage> {
  const worker = await bundlePdfWorker()
  const plugins = [pdfFiles(builtName(worker, 'pdf-worker'))]
  const main = await bundlePage({ entryPoints: [`${app}/main.tsx`, `${app}/style.css`], plugins })
  const shell = consoleShell({ script: builtName(main, 'main'), style: builtName(main, 'style') })
  return { shell, assets: assetsOf([...worker, ...main]) }
}

/** Writes the console where `functions/console/console-files.ts` looks for it: a folder beside the function's bundle. */
export async function writeConsolePage(directory: string): Promise<void> {
  await writePage(await consolePage(), directory)
}
