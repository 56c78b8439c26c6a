import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PDF } from '@libpdf/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evidenceIn } from '../../support/chain.ts'
import { call, demand, download } from '../../support/client.ts'
import { sealedFilesOf } from '../../support/inspection.ts'
import {
  act,
  alter,
  completed,
  create,
  type Draft,
  pathOf,
  type Sender,
  sealed,
  signer,
  storedRequest,
} from '../../support/signature.ts'
import { agree, nativeRequest, open, proveBy, signBody, visit } from '../../support/signing.ts'
import { tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

const command = fileURLToPath(new URL('../../../infra/checks/evidence/check.ts', import.meta.url))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evidence-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs the command as anybody does who has nothing but files: no setting of the stack reaches it. */
function check(...files: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [command, ...files], { cwd: folder, env: {} }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr })
    })
  })
}

const variants = ['original', 'signed', 'evidence'] as const

/** The files of a request as a client downloads them, by their names in the folder. */
async function filesOf(of: Sender, id: string) {
  const names = variants.map(async (variant) => {
    const { status, bytes } = await download(`${pathOf(id)}/document?variant=${variant}`, of.token)
    expect(status).toBe(200)
    return await written(`${id}-${variant}.pdf`, bytes)
  })
  const [original, signed, evidence] = await Promise.all(names)
  if (!original || !signed || !evidence) throw new Error('a file is missing')
  return { original, signed, evidence }
}

async function written(name: string, bytes: Uint8Array) {
  await writeFile(join(folder, name), bytes)
  return { name, bytes }
}

/** Everything that can happen to a request which is signed in the end. */
async function eventful(of: Sender) {
  const signers = [signer('', { firstName: 'Zoë' }), signer('', { lastName: '"Κ" \\ 🙂' })]
  const draft = await create(of, { draft: true, signingOrder: 'sequential' })
  const path = pathOf(draft.id)
  demand(await call('PATCH', path, { token: of.token, json: { title: 'Été — 2026', signers } }), 200)
  const sent = await call('POST', `${path}/send`, { token: of.token })
  demand(sent, 200)
  demand(await call('POST', `${path}/extend`, { token: of.token, json: { expiresInDays: 40 } }), 200)
  demand(await act(of, sent.body, 0, 'open'), 200)
  demand(await act(of, sent.body, 0, 'bounce', { reason: 'Mailbox "full"\n\t🙂' }), 200)
  demand(await act(of, sent.body, 0, 'sign'), 200)
  demand(await act(of, sent.body, 1, 'sign'), 200)
  return await sealed(of, draft.id)
}

/** Each starts programs. */
describe.concurrent('the evidence of a completed request', () => {
  it('is proved by the command from its files alone, whatever happened', async () => {
    const of = await tenant()
    const request = await eventful(of)
    const { original, signed, evidence } = await filesOf(of, request.id)
    const { code, stdout } = await check(evidence.name, signed.name, original.name)
    expect(stdout).not.toContain('FAILS')
    expect(code).toBe(0)
    expect(stdout).toContain(`Signature request ${request.id}, "Été — 2026": 2 signers`)
    expect(stdout).toContain(`${signed.name} is the sealed document of the evidence`)
    expect(stdout).toMatch(/SHA-256 +([0-9A-F]{2}:){31}[0-9A-F]{2}\n/)
    expect(stdout).toContain('test organization')
    const { steps } = await evidenceIn(evidence.bytes)
    const types = ['created', 'changed', 'sent', 'extended', 'opened', 'email_bounced', 'signed', 'completed']
    expect(steps.map(({ type }) => type)).toEqual(expect.arrayContaining(types))
  })

  it('is in the language of the first signer, and shows the first page of the document', async () => {
    const of = await tenant()
    const request = await completed(of, { signers: [signer('', { locale: 'pl-PL' }), signer('', { locale: 'fr' })] })
    const { evidence } = await filesOf(of, request.id)
    const pdf = await PDF.load(evidence.bytes)
    expect(Buffer.from(evidence.bytes).includes('/FirstPage ')).toBe(true)
    expect([pdf.getLanguage(), pdf.getTitle()]).toEqual([
      'pl',
      'Dowód złożenia podpisu elektronicznego: Service agreement',
    ])
  })

  it('is refuted as soon as a byte is another', async () => {
    const of = await tenant()
    const { id } = await completed(of)
    const { evidence, signed } = await filesOf(of, id)
    for (const { name, bytes } of [evidence, signed]) {
      const changed = Uint8Array.from(bytes)
      const place = Buffer.from(bytes).indexOf('endstream') - 20
      changed[place] = (changed[place] ?? 0) ^ 1
      await written(`changed-${name}`, changed)
    }
    const { code, stdout } = await check(`changed-${evidence.name}`)
    expect(stdout).toContain('the sealed bytes were changed')
    expect(code).toBe(1)
    expect(await check(evidence.name, `changed-${signed.name}`)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('1 of 10 checks failed'),
    })
  })

  it('is proved from the bare JSON as far as that goes', async () => {
    const of = await tenant()
    const { id } = await completed(of)
    const { evidence } = await filesOf(of, id)
    const json = await evidenceIn(evidence.bytes)
    await written(`${id}.json`, Buffer.from(JSON.stringify(json)))
    await written(`${id}-less.json`, Buffer.from(JSON.stringify({ ...json, steps: json.steps.slice(1) })))
    expect(await check(`${id}.json`)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('the bare JSON without a seal'),
    })
    expect(await check(`${id}-less.json`)).toMatchObject({ code: 1, stdout: expect.stringContaining('FAILS') })
  })

  it('is not written where the steps in the table are not those that happened', async () => {
    const of = await tenant()
    const request = await create(of)
    const { opening } = await storedRequest(request.id)
    await alter(request.id, () => ({ opening: opening.map((step) => ({ ...step, ip: '203.0.113.9' })) }))
    demand(await act(of, request, 0, 'sign'), 200)
    await until('a seal that failed', async () => (await storedRequest(request.id)).document.sealFailures > 0)
    expect(await sealedFilesOf(of.org.id)).toEqual([])
    await alter(request.id, ({ document }) => ({ opening, document: { ...document, sealStatus: 'failed' } }))
    demand(await call('POST', `${pathOf(request.id)}/reseal`, { token: of.token }), 202)
    await sealed(of, request.id)
    const { evidence } = await filesOf(of, request.id)
    expect(await check(evidence.name)).toMatchObject({ code: 0 })
  })

  it('is proved after the e-mail of a signer was corrected, by what happened since', async () => {
    const of = await tenant()
    const signers = [signer('', { authMethod: 'email_otp' }), signer()]
    const request = await nativeRequest(of, { signers, signingOrder: 'sequential' })
    const correct = async (index: number, json: Draft) => {
      const path = `${pathOf(request.id)}/signers/${request.signers[index].id}`
      demand(await call('PATCH', path, { token: of.token, json }), 200)
    }
    const first = await visit(request)
    await open(first)
    await proveBy(first, request)
    await correct(0, { email: 'other-person@example.com', authMethod: 'none' })
    await correct(0, { email: 'Other-Person@example.com' })
    // Nobody asked the second signer yet.
    await correct(1, { email: 'another-person@example.com' })
    for (const index of [0, 1]) {
      const browser = await visit(request, index)
      await open(browser)
      await agree(browser)
      demand(await browser.post('/sign', signBody(request)), 200)
    }
    await sealed(of, request.id)
    const { evidence, signed } = await filesOf(of, request.id)
    const { code, stdout } = await check(evidence.name, signed.name)
    expect(stdout).not.toContain('FAILS')
    expect(code).toBe(0)
    const json = await evidenceIn(evidence.bytes)
    const [readdressed] = json.steps.filter(({ type }) => type === 'corrected')
    const [notified] = json.steps.filter(({ type }) => type === 'notified')
    const [opened] = json.steps.filter(({ type }) => type === 'opened')
    expect(json.signers[0]).toMatchObject({ notifiedAt: readdressed?.at })
    for (const forged of [{ notifiedAt: notified?.at }, { openedAt: opened?.at }, { notifiedAt: null }]) {
      const altered = { ...json, signers: [{ ...json.signers[0], ...forged }, ...json.signers.slice(1)] }
      const { name } = await written(`${request.id}-forged.json`, Buffer.from(JSON.stringify(altered)))
      const [member] = Object.keys(forged)
      expect(await check(name)).toMatchObject({
        code: 1,
        stdout: expect.stringContaining(`"${member}" of Jane Doe differs from the steps`),
      })
    }
  })

  it('is not asked for in vain', async () => {
    await written('picture.gif', Buffer.from('GIF89a'))
    expect(await check()).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('npm run evidence:check'),
    })
    expect(await check('--unknown', 'a.pdf')).toMatchObject({ code: 2 })
    expect(await check('absent.pdf')).toMatchObject({ code: 2, stderr: expect.stringContaining('absent.pdf') })
    expect(await check('picture.gif')).toMatchObject({ code: 2 })
    expect(await check('picture.gif', '--trusted', 'picture.gif')).toMatchObject({ code: 2 })
    expect(await check('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('npm run evidence:check') })
  })
})
