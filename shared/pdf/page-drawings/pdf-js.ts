// pdf.js finds its worker here, and runs it in this thread.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'

export { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'
