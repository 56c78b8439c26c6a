import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { trustAnchors } from '../../../infra/constructs/trust-anchors.ts'
import { certificatesIn } from '../../../shared/pdf/pem.ts'
import { authority } from '../../support/documents/certificates.ts'
import { appOfEmptyFunctions, functionId, resourcesOf, templateOf } from './synthesized-stack.ts'

const folder = mkdtempSync(join(tmpdir(), 'trust-anchors-'))
afterAll(() => rmSync(folder, { recursive: true }))

const bundle = () => mkdtempSync(join(folder, 'bundle-'))

function fileOf(text: string): string {
  const file = join(bundle(), 'anchors.pem')
  writeFileSync(file, text)
  return file
}

function pemOf(der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `Some authority\n-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

test('every authority of the file is deployed beside the function', () => {
  const [one, other] = [authority('One').certificate, authority('Other').certificate]
  const directory = bundle()
  expect(trustAnchors(fileOf(pemOf(one) + pemOf(other)), directory)).toEqual({
    TRUST_ANCHORS_FILE: 'trust-anchors.pem',
  })
  const deployed = certificatesIn(readFileSync(join(directory, 'trust-anchors.pem'), 'utf8'))
  expect(deployed.map((der) => Buffer.from(der))).toEqual([one, other].map((der) => Buffer.from(der)))
})

test('without a file nobody else is trusted, whatever was deployed before', () => {
  const directory = bundle()
  trustAnchors(fileOf(pemOf(authority('One').certificate)), directory)
  expect(trustAnchors(undefined, directory)).toEqual({})
  expect(existsSync(join(directory, 'trust-anchors.pem'))).toBe(false)
})

test.each([
  ['holds no certificate', 'nothing'],
  ['holds one that is none', pemOf(Buffer.from('nothing'))],
])('a file that %s is not deployed', (_, text) => {
  expect(() => trustAnchors(fileOf(text), bundle())).toThrow()
})

test('a deployment that names a file tells the function', () => {
  const context = { trustAnchors: fileOf(pemOf(authority('One').certificate)) }
  const template = templateOf(appOfEmptyFunctions(context))
  const { Properties } = resourcesOf(template, 'AWS::Lambda::Function')[functionId(template, 'verification')] ?? {}
  expect(Properties.Environment.Variables).toMatchObject({ TRUST_ANCHORS_FILE: 'trust-anchors.pem' })
})
