import { createHash, randomBytes } from 'node:crypto'
import { PDF } from '@libpdf/core'
import { sealPdf } from '../../shared/pdf/seal.ts'
import { stampPdf } from '../../shared/pdf/stamp.ts'
import { localSealSigner } from '../documents/seal-signer.ts'

const documentBytes = 15 * 1024 * 1024
const rounds = 5
const pageCounts = [4, 300, 2_000]

/** What sealing 15 MB costs by the number of its pages: time as a ratio to one SHA-256, and peak memory above idle. */
export async function sealCosts(): Promise<Record<string, { ratio: number; 'memory above idle (MB)': number }>> {
  const signer = await localSealSigner()
  const rows: Record<string, { ratio: number; 'memory above idle (MB)': number }> = {}
  for (const pages of pageCounts) {
    const pdf = await documentOf(pages)
    const unit = await fastest(async () => createHash('sha256').update(pdf).digest())
    const idle = process.memoryUsage().rss
    let peak = idle
    const time = await fastest(async () => {
      const { bytes } = await stampPdf(pdf, [signerOf()], { title: 'Benchmark', watermark: null })
      await sealPdf(bytes, {
        signer,
        name: 'Benchmark',
        signedAt: new Date(),
        reason: 'Benchmark',
        timestampAuthority: null,
      })
      peak = Math.max(peak, process.memoryUsage().rss)
    })
    rows[`${pages} pages`] = {
      ratio: Math.round((time / unit) * 10) / 10,
      'memory above idle (MB)': Math.round((peak - idle) / 1024 / 1024),
    }
  }
  return rows
}

async function documentOf(pages: number): Promise<Uint8Array> {
  const pdf = PDF.create()
  for (let page = 0; page < pages; page++) pdf.addPage({ size: 'a4' })
  pdf.addAttachment('ballast', randomBytes(documentBytes - pages * 300))
  return await pdf.save()
}

function signerOf() {
  return {
    id: 'a',
    name: 'Jane Doe',
    email: 'jane@example.com',
    signedAt: new Date(),
    authentication: 'Personal link',
    fields: [],
  }
}

async function fastest(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  return Math.min(...times)
}
