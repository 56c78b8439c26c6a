import { describe, expect, it } from 'vitest'
import { renderEvidence } from '../../../../functions/signature/sealing/evidence/render-evidence.ts'
import { checkFiles } from '../../../../infra/checks/evidence/check-files.ts'
import type { Evidence } from '../../../../shared/pdf/evidence-content.ts'
import { contentHash } from '../../../../shared/platform/hash-chain.ts'
import { sha256Of } from '../../../../shared/store/documents.ts'
import { hasPoppler, poppler } from '../../../support/documents/poppler.ts'
import { sampleEvidence } from '../../../support/documents/sample-evidence.ts'

const shown = Buffer.from('what the signers saw')
const sent = Buffer.from('what the sender sent')
const upload = { sha256: sha256Of(sent), size: sent.length }
const normalizations = [
  { kind: 'structure', count: 1 },
  { kind: 'embedded_files', count: 2 },
]

/** Evidence whose step "created" says these things of the document beside its name, size and hash. */
function evidenceWith(created: object, document: object): Evidence {
  const whole = sampleEvidence({ original: shown })
  let prevHash = ''
  const steps = whole.steps.map(({ hash: _, ...step }, index) => {
    const content = { ...step, detail: index === 0 ? { ...step.detail, ...created } : step.detail, prevHash }
    prevHash = contentHash(content)
    return { ...content, hash: prevHash }
  })
  return {
    ...whole,
    version: 3,
    document: { ...whole.document, ...document },
    steps,
    chain: { length: steps.length, hash: prevHash },
  }
}

const normalized = evidenceWith({ upload, normalizations }, { upload, normalizations })
const documentCheck = 'Every signer signed the document that was sent'

async function documentFlaws(evidence: Evidence): Promise<readonly string[]> {
  const { checks } = await checkFiles({ name: 'evidence.json', bytes: Buffer.from(JSON.stringify(evidence)) })
  return checks.find(({ says }) => says === documentCheck)?.flaws ?? ['there is no such check']
}

describe('evidence of a document that was normalized', () => {
  it('holds where its step "created" says the same of the upload', async () => {
    expect(await documentFlaws(normalized)).toEqual([])
    const asSent = { upload: { sha256: sha256Of(shown), size: shown.length }, normalizations: [] }
    expect(await documentFlaws(evidenceWith({}, asSent))).toEqual([])
  })

  it.each([
    ['an upload that the step does not name', {}, { upload, normalizations }],
    ['no word of what the step says was done', { upload, normalizations }, {}],
    ['another upload', { upload, normalizations }, { upload: { ...upload, size: 1 }, normalizations }],
    ['another change', { upload, normalizations }, { upload, normalizations: normalizations.slice(1) }],
  ])('with %s is found out', async (_, created, document) => {
    expect(await documentFlaws(evidenceWith(created, document))).toEqual([
      'the upload or the normalizations of the document differ from the step "created"',
    ])
  })

  it('tells the shown file and the upload by their hashes', async () => {
    const file = { name: 'evidence.json', bytes: Buffer.from(JSON.stringify(normalized)) }
    const others = [
      { name: 'shown.pdf', bytes: shown },
      { name: 'sent.pdf', bytes: sent },
    ]
    const { checks } = await checkFiles(file, others)
    expect(checks.slice(-2)).toEqual([
      { says: 'shown.pdf is the signed document: the SHA-256 is the same', flaws: [] },
      { says: 'sent.pdf is the uploaded file before it was normalized: the SHA-256 is the same', flaws: [] },
    ])
  })

  it.skipIf(!hasPoppler('pdftotext'))('says for people what was done to the upload', async () => {
    const text = poppler('pdftotext', await renderEvidence(normalized), (path) => ['-raw', path, '-'])
    expect(text).toContain(upload.sha256)
    expect(text.replaceAll('\n', ' ')).toContain('structure (1), embedded files (2)')
  })
})
