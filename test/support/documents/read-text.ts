import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The text of each page as it is copied out of pdf.js, the lines divided by line ends. */
export async function textOfPages(pdf: Uint8Array): Promise<string[]> {
  const document = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  try {
    const numbers = Array.from({ length: document.numPages }, (_, index) => index + 1)
    return await Promise.all(
      numbers.map(async (number) => {
        const content = await (await document.getPage(number)).getTextContent({ disableNormalization: true })
        return content.items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
      }),
    )
  } finally {
    await document.loadingTask.destroy()
  }
}
