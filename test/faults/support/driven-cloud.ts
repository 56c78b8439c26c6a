import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalCloud, startLocalCloud } from '../../../infra/local/cloud.ts'
import type { Settings } from '../../../infra/local/synthesized-template.ts'
import { installVirtualClock, type VirtualClock } from '../../../infra/local/virtual-clock.ts'
import { dayMs, hourMs, minuteMs } from '../../../shared/platform/clock.ts'
import type { Passage } from '../../costs/metering-proxy.ts'
import { useCloud } from '../../support/cloud.ts'
import { demandGranted } from '../../support/grants-proof.ts'
import { type DrivenWaits, drivenWaits } from './driven-waits.ts'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { startTableMirror, type TableMirror } from './table-mirror.ts'

/** A local cloud in which nothing happens by itself: a test hands every event on, breaks calls, and moves the clock. */
export interface DrivenCloud {
  readonly cloud: LocalCloud
  readonly faults: FaultProxy
  readonly clock: VirtualClock
  readonly mirror: TableMirror
  readonly waits: DrivenWaits
  /** Throws where a function called what its role does not allow, also on its way out of a fault. */
  close(): Promise<void>
}

interface DrivenCloudOptions {
  /** For each function. */
  readonly threads?: number
  /** Whether functions wait between their tries as long as in production; by default a tenth of that. */
  readonly hasRealPauses?: boolean
  /** Of the deployment, such as a timestamp authority; made once the clock runs that it is to follow. */
  readonly settings?: () => Promise<Settings>
  /** Where a fake of Yousign listens. */
  readonly yousignUrl?: string
  /** The same of AR24. */
  readonly ar24Url?: string
  /** Calls that reach an engine go through it first. */
  readonly behind?: Passage
}

const pauseDivisor = 10

/** Tests move the clock on by minutes and hours. What they compare stands by day (UTC), so late in a day they begin in the next one. */
function beginEarlyInDay(clock: VirtualClock): void {
  const leftMs = dayMs - (Date.now() % dayMs)
  if (leftMs < 4 * hourMs) clock.advance(leftMs + minuteMs)
}

/** Starts one for this process, which all support functions then talk to. */
export async function startDrivenCloud({
  threads = 4,
  hasRealPauses = false,
  behind,
  settings,
  yousignUrl,
  ar24Url,
}: DrivenCloudOptions = {}): Promise<DrivenCloud> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'sealpost-faults-'))
  const clock = installVirtualClock()
  beginEarlyInDay(clock)
  const faults = startFaultProxy(behind)
  const waits = drivenWaits()
  const cloud = await startLocalCloud({
    port: 0,
    dataDirectory,
    fresh: true,
    isDriven: true,
    clock,
    sleep: waits.sleep,
    ...(yousignUrl && { yousignUrl }),
    ...(ar24Url && { ar24Url }),
    ...(settings && { settings: await settings() }),
    ...(!hasRealPauses && { pauseDivisor }),
    maximumThreadsPerFunction: threads,
    between: faults.between,
  })
  faults.reach(cloud.functions)
  useCloud({ ...cloud, metErrorsFile: null, ...(yousignUrl && { yousignUrl }), ...(ar24Url && { ar24Url }) })
  const mirror = await startTableMirror(cloud.endpoints.dynamodb, cloud.resources.TableName ?? '')
  const close = async () => {
    await cloud.close()
    await faults.close()
    clock.uninstall()
    rmSync(dataDirectory, { recursive: true, force: true })
    demandGranted(cloud.template, faults)
  }
  return { cloud, faults, clock, mirror, waits, close }
}
