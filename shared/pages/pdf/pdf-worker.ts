// The thread that reads documents; it starts when its script does.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
