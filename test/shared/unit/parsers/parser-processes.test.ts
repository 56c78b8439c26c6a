import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readCsv } from '../../../../functions/contacts/api/read-csv.ts'
import { formOfImage, imageInProcess } from '../../../../shared/images/read-image.ts'
import { readApart } from '../../../../shared/parsers/parser-processes.ts'
import { boundsOfRequest } from '../../../../shared/parsers/task-bounds.ts'
import { imageFile } from '../../../support/documents/images.ts'

const folder = mkdtempSync(join(tmpdir(), 'parsers-'))

beforeAll(() => {
  writeFileSync(join(folder, 'secret'), 'of the function')
  // As Lambda gives them to a function.
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'ASIAEXAMPLE')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  vi.stubEnv('AWS_SESSION_TOKEN', 'token')
  vi.stubEnv('AWS_LAMBDA_RUNTIME_API', '127.0.0.1:9001')
  vi.stubEnv('WEBHOOK_SECRET_KEYS', '1:secret')
})

afterAll(() => rmSync(folder, { recursive: true }))

it('a parser has no credentials, and finds none: not in its environment, nor in that of the function, nor by another program', async () => {
  const parser = new URL('./curious-process.ts', import.meta.url)
  const found = await readApart({ parser, task: { folder }, bounds: boundsOfRequest }, v.unknown(), null)
  const denied = 'ERR_ACCESS_DENIED'
  expect(found).toEqual({
    names: expect.not.arrayContaining([expect.stringMatching(/AWS|LAMBDA|SECRET|KEY|TOKEN/)]),
    ofItself: denied,
    ofParent: denied,
    memoryOfParent: denied,
    otherFile: denied,
    written: denied,
    started: denied,
    ownCode: true,
  })
  expect(existsSync(join(folder, 'mine'))).toBe(false)
})

it('the same parser without these limits would read what its parent has: the limits are what keeps it out', () => {
  const read = "console.log(require('node:fs').readFileSync('/proc/' + process.ppid + '/environ', 'utf8').length > 0)"
  expect(spawnSync(process.execPath, ['-e', read], { encoding: 'utf8' }).stdout).toBe('true\n')
})

it('images and CSV files are read by such processes', async () => {
  expect(await formOfImage(imageFile('baseline.jpg'))).toBe('jpeg')
  expect(await formOfImage(Buffer.from('no image'))).toEqual({ fault: 'not_an_image' })
  const image = await imageInProcess(imageFile('palette.png'))
  expect(image).toMatchObject({ width: 61, height: 43, colour: { form: 'packed', data: expect.any(Buffer) } })
  expect(await readCsv(Buffer.from('a;b\n1;2\n'), 10)).toEqual({
    header: ['a', 'b'],
    rows: [{ line: 2, cells: ['1', '2'] }],
  })
  expect(await readCsv(Buffer.from('a;"b\n'), 10)).toEqual({ faultyLine: 1 })
})

it('a CSV file that takes too long is refused', async () => {
  const rows = Buffer.from(`a\n${'x,'.repeat(2_000_000)}\n`)
  const parser = 'csv-process'
  const bounds = { ...boundsOfRequest, processorMs: 1 }
  expect(
    await readApart({ parser, task: { bytes: rows, maxRows: 10, expected: [] }, bounds }, v.unknown(), 'too much'),
  ).toBe('too much')
})
