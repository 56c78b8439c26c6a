import { pageShellMarkup } from '../../functions/signature/signing-page/page-shell.ts'
import { assetsOf, type BuiltPage, builtName, bundlePage, writePage } from './page-bundle.ts'
import { bundlePdfWorker, pdfFiles } from './page-pdf-files.ts'

const page = 'functions/signature/signing-page/page'

/** Scripts, styles, fonts and the PDF worker of the signers' page. The same sources give the same names and bytes. */
export async function signingPage(): Promise<BuiltPage> {
  const worker = await bundlePdfWorker()
  const plugins = [pdfFiles(builtName(worker, 'pdf-worker'))]
  const main = await bundlePage({ entryPoints: [`${page}/main.tsx`, `${page}/style.css`], plugins })
  const shell = pageShellMarkup({ script: builtName(main, 'main'), style: builtName(main, 'style') })
  return { shell, assets: assetsOf([...worker, ...main]) }
}

/** Writes the page where `functions/signature/signing-page/page-files.ts` looks for it: a folder beside the function's bundle. */
export async function writeSigningPage(directory: string): Promise<void> {
  await writePage(await signingPage(), directory)
}
