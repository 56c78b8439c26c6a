import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PageFiles } from '../../../functions/signature/signing-page/page-files.ts'
import type { BuiltPage } from '../../../infra/build/page-bundle.ts'
import { signingPage, writeSigningPage } from '../../../infra/build/signing-page.ts'

let directory: string
let page: BuiltPage
let files: PageFiles

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'signing-page-'))
  await writeSigningPage(directory)
  page = await signingPage()
  files = new PageFiles(pathToFileURL(`${directory}/`))
})

afterAll(() => rm(directory, { recursive: true }))

function scripts(): [string, string][] {
  return [...page.assets]
    .filter(([name]) => name.endsWith('.js'))
    .map(([name, { bytes }]) => [name, new TextDecoder().decode(bytes)])
}

test('the page is small without the reader of documents, which is loaded beside it', () => {
  const [main] = [...page.assets].filter(([name]) => name.startsWith('main-'))
  expect(gzipSync(main?.[1].bytes ?? '').length / 1024).toBeLessThanOrEqual(40)
})

test('no script evaluates text', () => {
  for (const [name, text] of scripts()) expect([name, /\beval\(|new Function\(/.test(text)]).toEqual([name, false])
})

test('what the shell names is there, relative to the page, and nothing is inline', () => {
  const names = [...page.shell.matchAll(/(?:src|href)="assets\/([^"]+)"/g)].map(([, name = '']) => name)
  expect(names.map((name) => page.assets.get(name)?.contentType)).toEqual([
    'text/css; charset=utf-8',
    'text/javascript; charset=utf-8',
  ])
  expect(page.shell).not.toMatch(/<script(?![^>]*src=)|<style|\son\w+=|\sstyle=/)
})

test('names carry a hash and can be part of a path', () => {
  for (const name of page.assets.keys()) expect(name).toMatch(/^[\w.-]+-[A-Z0-9]{8}(\.\w+)?$/)
})

test('every asset is served as it was built, compressed for those who accept it', async () => {
  for (const [name, { bytes, contentType }] of page.assets) {
    const plain = await files.asset(name)
    expect(plain?.headers).toMatchObject({ 'Content-Type': contentType })
    expect(Buffer.compare(plain?.bytes ?? Buffer.alloc(0), bytes)).toBe(0)
    const compressed = await files.asset(name, 'br, gzip;q=0.8')
    expect(compressed?.headers).toMatchObject({
      'Content-Encoding': 'gzip',
      'Cache-Control': expect.stringMatching(/immutable/),
    })
    expect(Buffer.compare(gunzipSync(compressed?.bytes ?? ''), bytes)).toBe(0)
  }
})

test.each(['shell.html', 'index.json', '../index.json', '', 'toString', '__proto__'])(
  '%j is no asset',
  async (name) => {
    expect(await files.asset(name)).toBeNull()
  },
)

test('the shell is not kept, tells no one its address, and lets nothing else run', async () => {
  const { bytes, headers } = await files.shell()
  expect(new TextDecoder().decode(bytes)).toBe(page.shell)
  expect(headers).toMatchObject({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
  expect(headers['Content-Security-Policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
  expect(headers['Content-Security-Policy']).not.toMatch(/unsafe|\*|https?:/)
})
