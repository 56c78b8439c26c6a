import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConsoleFiles } from '../../../functions/console/console-files.ts'
import { consolePage, writeConsolePage } from '../../../infra/build/console-page.ts'
import type { BuiltPage } from '../../../infra/build/page-bundle.ts'

const settings = {
  issuer: 'https://auth.example.com',
  clientId: 'sealpost-app',
  audienceScope: 'urn:svc:api:aud',
  uploadsOrigin: 'https://uploads.s3.eu-west-3.amazonaws.com',
}
let directory: string
let page: BuiltPage
let files: ConsoleFiles

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'console-page-'))
  await writeConsolePage(directory)
  page = await consolePage()
  files = new ConsoleFiles(settings, pathToFileURL(`${directory}/`))
})

afterAll(() => rm(directory, { recursive: true }))

const textOf = (name: string) => new TextDecoder().decode(page.assets.get(name)?.bytes)

/** A script with those that it imports before it runs. */
function loadedWith(name: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(name)) return loaded
  loaded.add(name)
  for (const [, imported = ''] of textOf(name).matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g))
    loadedWith(imported, loaded)
  return loaded
}

test('the first load, with the style, the font and the start screen, is at most 120 KB', () => {
  const named = (pattern: RegExp) => [...page.assets.keys()].filter((name) => pattern.test(name))
  const scripts = named(/^(main|start)-[^.]+\.js$/).flatMap((name) => [...loadedWith(name)])
  const all = new Set([...scripts, ...named(/^style-.*\.css$/), ...named(/latin-wght-normal.*\.woff2$/)])
  expect(scripts.length).toBeGreaterThan(2)
  const bytes = [...all].reduce((sum, name) => sum + gzipSync(page.assets.get(name)?.bytes ?? '').length, 0)
  expect(bytes / 1024).toBeLessThanOrEqual(120)
})

test('the page names its installation, escaped, and nothing is inline', async () => {
  const served = await files.page('https://api.example.com/live')
  expect(served).toContain('data-base-url="https://api.example.com/live"')
  expect(served).toContain('data-issuer="https://auth.example.com"')
  expect(served).toMatch(/src="https:\/\/api\.example\.com\/live\/console\/assets\/main-\w+\.js"/)
  expect(served).not.toMatch(/\{\{|<script(?![^>]*src=)|<style|\son\w+=|\sstyle=/)
  const hostile = new ConsoleFiles({ ...settings, clientId: '"><script>' }, pathToFileURL(`${directory}/`))
  expect(await hostile.page('https://api.example.com')).not.toContain('"><script>')
})

test('the page loads its own files alone, and calls the identity provider and where uploads are', () => {
  const headers = files.pageHeaders()
  expect(headers).toMatchObject({
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
  })
  const policy = headers['Content-Security-Policy'] ?? ''
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
  expect(policy).toContain("connect-src 'self' https://auth.example.com https://uploads.s3.eu-west-3.amazonaws.com;")
  expect(policy).not.toMatch(/unsafe|\*|data: https/)
})

test('every asset is kept for ever under a name of its content; no other file is an asset', async () => {
  for (const name of page.assets.keys()) expect(name).toMatch(/^[\w.-]+-[A-Z0-9]{8}(\.\w+)?$/)
  const [name = ''] = page.assets.keys()
  expect((await files.asset(name))?.headers['Cache-Control']).toMatch(/immutable/)
  for (const other of ['shell.html', 'index.json', '../index.mjs', '', '__proto__'])
    expect(await files.asset(other)).toBeNull()
})

test('no script evaluates text', () => {
  for (const name of page.assets.keys())
    if (name.endsWith('.js')) expect([name, /\beval\(|new Function\(/.test(textOf(name))]).toEqual([name, false])
})
