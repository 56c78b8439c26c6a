import { resolve } from 'node:path'
import { startAdmin } from './admin.ts'
import { StartRefusal, takeDataDirectory } from './data-directory.ts'
import { type Gateway, openGateway } from './gateway.ts'
import { type Hosting, type HostingOptions, startHosting } from './hosting.ts'
import { tellRunning } from './running-cloud.ts'
import { compileCacheDirectory, type Settings, synthesizedTemplate } from './synthesized-template.ts'
import { seedWorkspace } from './workspace.ts'

export type LocalCloudOptions = {
  /** Of the API; 0: any free one. */
  port: number
  dataDirectory: string
  /** Empties the data directory first. */
  fresh?: boolean
  /** How many times faster than on AWS schedules and the waits of state machines are. */
  speed?: number
  /** Of the deployment, beside those of every local cloud. */
  settings?: Settings
  /** Told of each step of the start. */
  onProgress?: (step: string) => void
  /** Ends a start under way. */
  signal?: AbortSignal
} & Pick<
  HostingOptions,
  | 'between'
  | 'yousignUrl'
  | 'ar24Url'
  | 'cscUrl'
  | 'clock'
  | 'pauseDivisor'
  | 'isDriven'
  | 'sleep'
  | 'maximumThreadsPerFunction'
>

export type LocalCloud = Omit<Hosting, 'close'> & {
  adminUrl: string
  dataDirectory: string
  port: number
  close(): Promise<void>
}

/** Runs the whole service on this machine. It stops in the reverse order of its start, also when the start fails or is ended. */
export async function startLocalCloud(options: LocalCloudOptions): Promise<LocalCloud> {
  const closing = new AsyncDisposableStack()
  try {
    return { ...(await start(options, closing)), close: () => closing.disposeAsync() }
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}

async function start(options: LocalCloudOptions, closing: AsyncDisposableStack): Promise<Omit<LocalCloud, 'close'>> {
  const {
    port: wantedPort,
    dataDirectory: wantedDirectory,
    fresh = false,
    speed = 1,
    onProgress = () => {},
    settings,
    signal,
    ...hosted
  } = options
  // Lambda runs in UTC. Threads take the zone that the process has when they start.
  process.env.TZ = 'UTC'
  const dataDirectory = resolve(wantedDirectory)
  const taken = await takeDataDirectory(dataDirectory, fresh)
  closing.defer(() => taken.release())
  const gateway = await openGatewayAt(wantedPort)
  closing.defer(() => gateway.close())
  const template = await synthesizedTemplate(onProgress, settings)
  signal?.throwIfAborted()
  onProgress('Starting the engines')
  const hosting = await startHosting({
    ...hosted,
    template,
    gateway,
    dataDirectory,
    speed,
    compileCacheDirectory: await compileCacheDirectory(),
  })
  closing.defer(() => hosting.close())
  signal?.throwIfAborted()
  const admin = await startAdmin(hosting)
  closing.defer(() => admin.close())
  tellRunning(dataDirectory, hosting)
  onProgress('Seeding the workspace')
  const { port } = gateway
  const seeded = await seedWorkspace({ ...hosting, dataDirectory })
  closing.defer(() => seeded.stop())
  signal?.throwIfAborted()
  return { ...hosting, adminUrl: admin.endpoint, dataDirectory, port }
}

async function openGatewayAt(port: number): Promise<Gateway> {
  try {
    return await openGateway(port)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    throw new StartRefusal(
      `Port ${port} is in use. Stop the program that uses it, or choose another port: npm start -- --port ${port + 1}`,
    )
  }
}
