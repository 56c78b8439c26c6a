/** The process of one measure, see seal-costs.ts. Arguments: the path of a document, what to do with it, how many times. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sealPdf } from '../../shared/pdf/seal.ts'
import { stampDocument } from '../../shared/pdf/stamp.ts'
import { localSealSigner } from '../support/documents/seal-signer.ts'
import { stampedSigner } from '../support/documents/signers.ts'

const [path = '', work, rounds] = process.argv.slice(2)
const signer = await localSealSigner()
const pdf = readFileSync(path)
const options = { signer, name: 'Benchmark', signedAt: new Date(0), reason: 'Benchmark', timestampAuthority: null }

/** One signer has a place on the first page, the other gets a signature page. */
const signers = [
  stampedSigner('Jane Doe', [{ type: 'signature', page: 1, x: 60, y: 90, width: 170, height: 70 }]),
  stampedSigner('Zoë Łukasiewicz'),
]

function seal() {
  if (work === 'seal only') return sealPdf(pdf, options)
  return sealPdf(pdf, options, {
    prepare: (update) => stampDocument(update, signers, { title: 'Benchmark', watermark: null }),
  })
}

async function time(action: () => unknown): Promise<number> {
  const startedAt = performance.now()
  await action()
  return performance.now() - startedAt
}

/** Of this program alone: the maximum that `process.resourceUsage` gives on Linux counts the process that started it. */
function peakBytes(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

globalThis.gc?.()
const idleBytes = process.memoryUsage.rss()
const hashTimes: number[] = []
const sealTimes: number[] = []
for (let round = 0; round < Number(rounds); round++) {
  hashTimes.push(await time(() => createHash('sha256').update(pdf).digest()))
  sealTimes.push(await time(seal))
}
const ratio = Math.min(...sealTimes) / Math.min(...hashTimes)
console.log(JSON.stringify({ ratio, memoryBytes: peakBytes() - idleBytes }))
