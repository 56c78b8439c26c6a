import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkFiles } from '../../../infra/checks/evidence/check-files.ts'
import { holds, textOf } from '../../../infra/checks/evidence/report.ts'
import { contractPdf } from '../../../infra/local/demo/contract.ts'
import { sha256Of } from '../../../shared/store/documents.ts'
import { type Answer, call, download } from '../../support/client.ts'
import { hasPoppler, isInstalled, poppler } from '../../support/documents/poppler.ts'
import { expectRefused } from '../../support/refused.ts'
import {
  attach,
  draftOf,
  eventsOfMail,
  mailPath,
  mailWith,
  readMail,
  readyOf,
  recipient,
  sendMail,
} from '../../support/registered-mails.ts'
import { type Tenant, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

/** Each of the simulated recipients ends in another way; the first has the proofs of the way there, too. */
const suffixes = ['+deliver', '+refuse', '+neglect', '+bounce', '+fail']
const statuses = ['delivered', 'refused', 'neglected', 'bounced', 'failed']
const finalKinds = ['delivery', 'refusal', 'negligence', 'bounce']
const expectedProofs = [
  ['content', 'delivery', 'deposit'],
  ['content', 'deposit', 'refusal'],
  ['content', 'deposit', 'negligence'],
  ['bounce', 'content'],
  [],
]

let home: Tenant
let mail: Answer['body']
let attachment: Uint8Array

const ask = (path: string) => call('GET', path, { token: home.token })
const file = (path: string) => download(path, home.token)
const proofPath = (index: number, kind: string) => mailPath(mail.id, `/items/${mail.items[index].id}/proofs/${kind}`)

async function proof(index: number, kind: string): Promise<Uint8Array> {
  return (await file(proofPath(index, kind))).bytes
}

const availableOf = ({ proofs }: { proofs: Record<string, { available: boolean }> }) =>
  Object.keys(proofs)
    .filter((kind) => proofs[kind]?.available)
    .sort()

beforeAll(async () => {
  home = await tenant()
  attachment = await contractPdf({ pages: 1 })
  const recipients = suffixes.map((suffix) => recipient(suffix))
  const { id } = await readyOf(home, { recipients, subject: 'Secret subject', contentHtml: '<p>Please pay.</p>' })
  await attach(home, id, attachment, 'lease.pdf')
  await sendMail(home, id)
  await mailWith(home, id, statuses)
  mail = await until('all proofs', async () => {
    const { body } = await readMail(home, id)
    return (
      body.items.every((item: never, index: number) => availableOf(item).join() === expectedProofs[index]?.join()) &&
      body
    )
  })
})

describe('the proofs of a registered mail', () => {
  it.each(finalKinds)('%s is sealed, has the recorded hash, and tells of the outcome offline', async (kind) => {
    const index = finalKinds.indexOf(kind)
    const item = mail.items[index]
    const answer = await file(proofPath(index, kind))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const { sha256, size } = item.proofs[kind]
    expect([sha256Of(answer.bytes), answer.bytes.length]).toEqual([sha256, size])
    expect(answer.headers.get('digest')).toBe(`sha-256=${Buffer.from(sha256, 'hex').toString('base64')}`)
    const others = [
      { name: 'content.pdf', bytes: await proof(index, 'content') },
      { name: 'lease.pdf', bytes: attachment },
    ]
    const report = await checkFiles({ name: `${kind}.pdf`, bytes: answer.bytes }, others)
    expect([holds(report), textOf(report)]).toEqual([true, expect.stringContaining(`${item.id}`)])
    expect(textOf(report)).toContain('belongs to a test organization')
    if (hasPoppler('pdfsig'))
      expect(poppler('pdfsig', answer.bytes, (path) => ['-nocert', path])).toMatch(
        /Signature is Valid[\s\S]*Total document signed/,
      )
  })

  it('of content and deposit hold as well', async () => {
    for (const kind of ['content', 'deposit']) {
      const report = await checkFiles({ name: `${kind}.pdf`, bytes: await proof(0, kind) })
      expect([holds(report), textOf(report)]).toEqual([true, expect.any(String)])
    }
  })

  it.skipIf(!isInstalled('pdftotext'))(
    'show the letter only in the proof of content, and the subject only after acceptance',
    async () => {
      const text = async (index: number, kind: string) =>
        poppler('pdftotext', await proof(index, kind), (path) => ['-raw', path, '-'])
      const content = await text(0, 'content')
      for (const each of ['Secret subject', 'Please pay.', 'lease.pdf', sha256Of(attachment)])
        expect(content).toContain(each)
      expect(await text(0, 'delivery')).toContain('Secret subject')
      for (const [index, kind] of [
        [0, 'deposit'],
        [1, 'refusal'],
        [2, 'negligence'],
        [3, 'bounce'],
      ] as const) {
        const said = await text(index, kind)
        expect(said).toContain(sha256Of(attachment))
        expect(said).toContain('sans valeur juridique')
        expect(said).not.toMatch(/Secret subject|Please pay|lease\.pdf/)
      }
    },
  )

  it('come before registered_mail.delivered, and every outcome is published once', async () => {
    const events = await until('all events', async () => {
      const found = await eventsOfMail(mail.id)
      return found.some(({ type }) => type === 'registered_mail.delivered') && found
    })
    const final = events.filter(({ type }) => /delivered|refused|neglected|failed$/.test(type))
    const told = final.map(({ type, detail }) => `${type} ${detail.data.itemId} ${detail.data.status}`)
    const names = ['delivered', 'refused', 'neglected', 'failed', 'failed']
    const expected = statuses.map(
      (status, index) => `registered_mail.${names[index]} ${mail.items[index].id} ${status}`,
    )
    expect(told.sort()).toEqual(expected.sort())
  })

  it('are together in an archive', async () => {
    const answer = await file(mailPath(mail.id, '/proofs.zip'))
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
    const directory = mkdtempSync(join(tmpdir(), 'proofs-'))
    try {
      const path = join(directory, 'proofs.zip')
      writeFileSync(path, answer.bytes)
      const list = `import zipfile; z = zipfile.ZipFile('${path}'); assert z.testzip() is None; print('\\n'.join(z.namelist()))`
      const { stdout, status } = spawnSync('python3', ['-c', list], { encoding: 'utf8' })
      if (status !== null) expect(stdout.trim().split('\n')).toHaveLength(expectedProofs.flat().length)
    } finally {
      rmSync(directory, { recursive: true })
    }
  })

  it('do not exist for other kinds, before they are issued, or on items of other mails', async () => {
    for (const path of [proofPath(0, 'refusal'), proofPath(0, 'unknown'), proofPath(4, 'content')])
      expectRefused(await ask(path), 'registered_mail_proof_not_found')
    const draft = await draftOf(home)
    const unsent = mailPath(draft.id, `/items/${draft.items[0].id}/proofs/deposit`)
    expectRefused(await ask(unsent), 'registered_mail_proof_not_found')
    expectRefused(await ask(mailPath(draft.id, '/proofs.zip')), 'registered_mail_proof_not_found')
    const foreign = mailPath(draft.id, `/items/${mail.items[0].id}/proofs/deposit`)
    expectRefused(await ask(foreign), 'registered_mail_item_not_found')
  })
})
