import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import * as v from 'valibot'
import { bundling } from '../../infra/build/bundle.ts'
import { bundledFiles } from '../../shared/pdf/bundled-files.ts'
import { type LargePdf, largePdf } from '../support/documents/large-pdf.ts'
import { type Held, held } from './cells.ts'
import { sealGoal } from './goals.ts'

const bytes = 15 * 1024 * 1024
const documents: LargePdf[] = [
  { objects: 23, bytes, structure: 'table' },
  { objects: 4_000, bytes, structure: 'table' },
  { objects: 4_000, bytes, structure: 'object streams' },
  { objects: 40_000, bytes, structure: 'table' },
]
const works = ['seal only', 'stamp and seal'] as const

/** Processes for each measure of memory, of which the median counts. */
const memoryProcesses = 5

const probeOutput = v.object({ ratio: v.number(), memoryBytes: v.number() })

type Row = { ratio: number | Held; 'ratio of first': number; 'memory above idle (MB)': number | Held }

/**
 * What sealing 15 MB costs by the number of its objects, measured in processes of their own, bundled as functions are.
 *
 * - `ratio`: the time, as a ratio to one SHA-256 of the same bytes; both done by turns in one process, the fastest of
 *   each.
 * - `ratio of first`: the same for the very first document that a process seals, nothing being compiled yet.
 * - `memory above idle`: the highest resident memory of a process that seals one document (what the operating system
 *   notes, so no moment is missed), less what was resident when the code and the document were loaded and garbage
 *   collected. The median of five processes. The document itself is not counted; the sealed one is, with all copies.
 */
export async function sealCosts(): Promise<Record<string, Row>> {
  const directory = mkdtempSync(join(tmpdir(), 'sealpost-bench-'))
  try {
    const probe = await probeBundle(directory)
    const path = join(directory, 'document.pdf')
    const rows: Record<string, Row> = {}
    for (const document of documents) {
      writeFileSync(path, largePdf(document))
      for (const work of works)
        rows[`${work}: ${document.objects} objects, ${document.structure}`] = measure(
          probe,
          path,
          work,
          document.objects,
        )
    }
    return rows
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function measure(probe: string, path: string, work: string, objects: number): Row {
  const goal = sealGoal(objects)
  const first = Array.from({ length: memoryProcesses }, () => run(probe, path, work, 1))
  return {
    ratio: held(tenths(run(probe, path, work, 15).ratio), goal.ratio),
    'ratio of first': tenths(median(first.map(({ ratio }) => ratio))),
    'memory above idle (MB)': held(
      tenths(median(first.map(({ memoryBytes }) => memoryBytes)) / 1024 / 1024),
      goal.memoryMb,
    ),
  }
}

function run(probe: string, path: string, work: string, rounds: number): v.InferOutput<typeof probeOutput> {
  const { stdout, stderr, status, error } = spawnSync(
    process.execPath,
    ['--expose-gc', probe, path, work, String(rounds)],
    {
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`${work} failed:\n${error ?? stderr}`)
  return v.parse(probeOutput, JSON.parse(stdout))
}

async function probeBundle(directory: string): Promise<string> {
  const probe = fileURLToPath(new URL('seal-probe.ts', import.meta.url))
  await build({ ...bundling, entryPoints: { probe }, outdir: directory })
  for (const [copy, file] of Object.entries(bundledFiles.copies))
    copyFileSync(fileURLToPath(import.meta.resolve(file)), join(directory, copy))
  // What its signers have drawn and uploaded.
  cpSync(new URL('../support/documents/images', import.meta.url), join(directory, 'images'), { recursive: true })
  return join(directory, 'probe.mjs')
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

const tenths = (value: number) => Math.round(value * 10) / 10
