import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lateLoading } from '../../../infra/build/late-loading.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'

const folder = 'functions/birds'

/** A function that answers with what its operations are called, those of them that fly by way of two files. */
const sources: Readonly<Record<string, string>> = {
  'handler.ts': `import { operations } from './operations.ts'
    import { loud } from './loud.ts'
    export { operations }
    export const handler = async (place) => loud((await operations[place].load()).name)
    export const sing = async () => (await import('./song.ts')).song`,
  'operations.ts': `import type { Operation } from '../../shared/http/operation.ts'
import { readFinch } from './read-finch.ts'
import { readOwl } from './read-owl.ts'

export const operations: readonly Operation[] = [
  readOwl,
  readFinch,
]
`,
  'read-owl.ts': `import { flying } from './flying.ts'\nexport const readOwl = { name: flying('owl') }`,
  'read-finch.ts': `import { flying } from './flying.ts'\nexport const readFinch = { name: flying('finch') }`,
  'flying.ts': `import { wings } from './wings.ts'\nexport const flying = (name) => name + wings`,
  'wings.ts': `export const wings = ' with wings'`,
  'loud.ts': `export const loud = (text) => text.toUpperCase()`,
  'song.ts': `import { loud } from './loud.ts'\nexport const song = loud('tweet')`,
}

const read = (name: string) =>
  operation({
    ...{ id: name, method: 'GET', path: `/v1/${name}`, tag: 'Birds', summary: name, access: { to: 'anyone' } },
    ...{ responses: { 204: null }, errors: [] },
    handle: async () => reply(204, null),
  })

let root: string

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'late-loading-')))
  await mkdir(join(root, folder), { recursive: true })
})
afterAll(() => rm(root, { recursive: true }))
beforeEach(async () => {
  for (const [name, text] of Object.entries(sources)) await writeFile(join(root, folder, name), text)
})

async function bundled(operations = [read('owl'), read('finch')]) {
  const options = { absWorkingDir: root, bundle: true, splitting: true, format: 'esm', logLevel: 'silent' } as const
  const entryPoints = { index: `${folder}/handler.ts` }
  const { metafile } = await build({ ...options, entryPoints, outdir: 'sources', write: false, metafile: true })
  const outdir = await mkdtemp(join(root, 'bundle-'))
  const plugins = [lateLoading({ root, folder, operations, sources: metafile.inputs })]
  await build({ ...options, entryPoints, plugins, outdir, outExtension: { '.js': '.mjs' } })
  const texts = (await readdir(outdir)).map(async (file) => await readFile(join(outdir, file), 'utf8'))
  return { outdir, texts: await Promise.all(texts) }
}

describe('what is imported later', () => {
  test('is an operation, found by the method and path that it declares', async () => {
    const { outdir } = await bundled()
    const { operations, handler } = await import(pathToFileURL(join(outdir, 'index.mjs')).href)
    expect(operations).toMatchObject([
      { method: 'GET', path: '/v1/owl' },
      { method: 'GET', path: '/v1/finch' },
    ])
    expect(await handler(0)).toBe('OWL WITH WINGS')
    expect(await handler(1)).toBe('FINCH WITH WINGS')
  })

  test('is in a file of its own, beside one with what several operations need', async () => {
    const { texts } = await bundled()
    const withText = (text: string) => texts.filter((file) => file.includes(text))
    const [owl, finch, wings] = [withText('"owl"'), withText('"finch"'), withText('with wings')]
    expect([owl, finch, wings].map(({ length }) => length)).toEqual([1, 1, 1])
    expect(new Set([...owl, ...finch, ...wings]).size).toBe(3)
    expect(wings[0]).toContain('flying')
  })

  test('leaves the start in one file, whatever shares parts of it', async () => {
    const { outdir, texts } = await bundled()
    const [start, ...others] = texts.filter((file) => file.includes('toUpperCase'))
    expect(others).toEqual([])
    expect(start).toContain('/v1/owl')
    const { sing } = await import(pathToFileURL(join(outdir, 'index.mjs')).href)
    expect(await sing()).toBe('TWEET')
  })
})

test.each([
  ['names what it does not import', `export const operations: readonly Operation[] = [readOwl, readFinch]`],
  ['is made by a call', `import { readOwl } from './read-owl.ts'\nexport const operations = listed(readOwl)`],
])('a list of operations that %s fails the build', async (_, text) => {
  await writeFile(join(root, folder, 'operations.ts'), text)
  await expect(bundled()).rejects.toThrow(
    /functions\/birds\/operations.ts has to import each operation|readFinch|listed/,
  )
})
