import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { type Bundles, bundlesIn } from '../build/bundles.ts'
import { stackName } from '../stack-name.ts'
import { readJsonFile, writeJsonFile } from './engines/json-file.ts'
import type { Template } from './template.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A folder for each state of the sources: what runs keeps its bundles while another state is bundled beside it. */
const builds = join(root, '.build/local')
const buildsKept = 3

/** What bundles and template are made from. Of infra/, the local cloud itself does not count. */
const sources = [
  '{functions,shared,events}/**/*',
  'infra/{*,build/*,constructs/*}.ts',
  'package.json',
  'package-lock.json',
  'cdk.json',
  'tsconfig.json',
]

/** What a deployment is told on the command line (`-c name=value`). */
export type Settings = Readonly<Record<string, string>>

/** Stand for the addresses of fakes, which are known only when the cloud starts. */
export const fakeYousign = 'http://yousign.invalid'
export const fakeAr24 = 'http://ar24.invalid'
export const fakeCsc = 'http://csc.invalid'

const localSettings: Settings = {
  mailFrom: 'Sealpost <no-reply@sealpost.example>',
  smsSenderId: 'Sealpost',
  localWebhookReceivers: 'allowed',
  localPasskeys: 'allowed',
  // Nobody is there unless a fake is (see hosting.ts): nothing here calls the real vendor.
  yousignUrl: `${fakeYousign}/v3`,
  ar24Url: `${fakeAr24}/api`,
  cscProviders: fakeCsc,
  // As in an account that has left the first quotas behind: one sweep at a time, whatever the speed of the schedules.
  reservedConcurrency: 'on',
  // Everybody here is of one network.
  checksPerMinute: '1000',
  appRedirectUris: 'http://localhost:8080/callback,http://127.0.0.1:8080/callback',
}

/** The template in the file is what was synthesized, unchanged. */
const templateSchema = v.custom<Template>((value) => typeof value === 'object' && value !== null)

/**
 * The synthesized template, whose functions' metadata `aws:asset:path` says where their bundles are. Made anew only when a source has
 * changed.
 */
export async function synthesizedTemplate(
  onProgress: (step: string) => void,
  settings: Settings = {},
): Promise<Template> {
  const directory = join(builds, await sourceKey())
  const context = { ...localSettings, ...settings }
  const ownName = createHash('sha256').update(JSON.stringify(context)).digest('hex').slice(0, 16)
  const templatePath = join(directory, `template-${ownName}.json`)
  const kept = await readJsonFile(templatePath, templateSchema, 'Delete it: it is then made anew.')
  if (kept) return kept
  const { functionsDirectory } = await bundledFunctions(onProgress)
  const outdir = join(directory, `making-${randomUUID()}`)
  try {
    onProgress('Synthesizing the template')
    const { createApp } = await import('../app.ts')
    const app = createApp({ functionsDirectory, outdir, context, inProcess: true })
    const template = app.synth().getStackByName(stackName).template
    await writeJsonFile(templatePath, template)
    return template
  } finally {
    await rm(outdir, { recursive: true, force: true })
  }
}

/** The bundles of all functions. Made anew only when a source has changed. */
export async function bundledFunctions(onProgress: (step: string) => void): Promise<Bundles> {
  const directory = join(builds, await sourceKey())
  const bundles = bundlesIn(directory)
  // Moved in place last.
  if (existsSync(bundles.functionsDirectory)) return bundles
  await removeOldBuilds()
  onProgress('Bundling the functions')
  const making = join(directory, `making-${randomUUID()}`)
  try {
    await bundleInto(bundles, making)
  } finally {
    await rm(making, { recursive: true, force: true })
  }
  return bundles
}

/** Where threads keep what V8 has made of the bundles, for those that start after them: removed with the bundles. */
export async function compileCacheDirectory(): Promise<string> {
  return join(builds, await sourceKey(), 'compile-cache')
}

/** Whoever bundles the same at the same time does so in a folder of its own; the first one's stays. */
async function bundleInto(place: Bundles, making: string): Promise<void> {
  const { bundleFunctions } = await import('../build/bundle.ts')
  const made = bundlesIn(making)
  await bundleFunctions(made)
  await moveInPlace(made.metafilesDirectory, place.metafilesDirectory)
  await moveInPlace(made.functionsDirectory, place.functionsDirectory)
}

/** What stands there is whole. */
async function moveInPlace(made: string, place: string): Promise<void> {
  await rename(made, place).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
}

async function removeOldBuilds(): Promise<void> {
  await mkdir(builds, { recursive: true })
  const paths = (await readdir(builds)).map((name) => join(builds, name))
  // One that is gone was removed by whoever does the same.
  const timeOf = async (path: string) => (await stat(path).catch(() => null))?.mtimeMs ?? 0
  const dated = await Promise.all(paths.map(async (path) => ({ path, timeMs: await timeOf(path) })))
  const old = dated.toSorted((left, right) => right.timeMs - left.timeMs).slice(buildsKept - 1)
  await Promise.all(old.map(({ path }) => rm(path, { recursive: true, force: true })))
}

async function sourceKey(): Promise<string> {
  const paths: string[] = []
  for await (const file of glob(sources, { cwd: root, withFileTypes: true }))
    if (file.isFile()) paths.push(join(file.parentPath, file.name))
  const hash = createHash('sha256')
  for (const path of paths.toSorted())
    hash
      .update(`${path}\0`)
      .update(await readFile(path))
      .update('\0')
  return hash.digest('hex').slice(0, 16)
}
