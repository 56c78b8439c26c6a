import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { runCommand } from '../../operations/command.ts'
import { MisunderstoodCommand } from '../../operations/refusal.ts'
import { startLocalCloud } from '../cloud.ts'
import type { Workspace } from '../workspace.ts'
import { type ApiClient, apiClient, until } from './api-client.ts'
import { type BrowserSigner, signInBrowser } from './browser-signer.ts'
import { contractPdf } from './contract.ts'
import { mailDemo } from './mail-demo.ts'
import { verifySeal } from './verify-seal.ts'

const outputDirectory = 'demo-output'

const usage = `Shows the main job of the service on a local cloud of its own, which is gone afterwards.

  npm run demo            two people sign a contract; the sealed PDFs are left in ${outputDirectory}/
  npm run demo -- mail    a registered mail, with its proofs
`

const request = v.object({
  id: v.string(),
  status: v.string(),
  document: v.object({ sha256: v.string(), sealStatus: v.string() }),
})
const activity = v.object({
  results: v.array(v.object({ at: v.string(), type: v.string(), actor: v.object({ name: v.string() }) })),
})
const eventLog = v.object({
  events: v.array(
    v.object({ event: v.object({ source: v.string(), 'detail-type': v.string(), detail: v.looseObject({}) }) }),
  ),
})

const signature = { type: 'signature', page: 4, y: 700, width: 200, height: 70 }
const place = { type: 'text', page: 4, x: 64, y: 640, width: 200, height: 22, label: 'Place' }
/** Whom the sender asks. */
const invited = [
  {
    firstName: 'Camille',
    lastName: 'Lefèvre',
    email: 'camille@example.com',
    authMethod: 'email_otp',
    fields: [{ ...signature, x: 64 }, place],
  },
  {
    firstName: 'Ιωάννα',
    lastName: 'Παπαδοπούλου',
    email: 'ioanna@example.com',
    authMethod: 'sms_otp',
    phone: '+33612345678',
    fields: [{ ...signature, x: 320 }],
  },
]

/** What they do when the mail has come: one types a signature, the other draws it. */
const signers: readonly BrowserSigner[] = [
  {
    email: 'camille@example.com',
    phone: null,
    entries: { Place: 'Lyon' },
    signature: { mode: 'typed', value: 'Camille Lefèvre' },
  },
  {
    email: 'ioanna@example.com',
    phone: '+33612345678',
    entries: {},
    signature: { mode: 'drawn', value: { width: 600, height: 200, strokes: [wave(60, 120), wave(260, 90)] } },
  },
]

/** A stroke as a hand draws it. */
function wave(left: number, height: number): { x: number; y: number }[] {
  return Array.from({ length: 40 }, (_, index) => {
    return { x: left + index * 6, y: 100 + (height / 2) * Math.sin(index / 4) * (1 - index / 60) }
  })
}

/** The product's main job from end to end, or with `mail` a registered mail, on a local cloud of its own that is gone afterwards. */
async function demo([kind, ...others]: readonly string[]): Promise<void> {
  if (others.length > 0 || (kind !== undefined && kind !== 'mail'))
    throw new MisunderstoodCommand(`The demo takes mail or nothing.\n\n${usage}`)
  const data = mkdtempSync(join(tmpdir(), 'sealpost-demo-'))
  const cloud = await startLocalCloud({ port: 0, dataDirectory: data, fresh: true, speed: 1, onProgress: say })
  try {
    const workspace: Workspace = JSON.parse(readFileSync(join(data, 'workspace.json'), 'utf8'))
    const client = await apiClient(workspace, workspace.apiKeys.testAdmin)
    if (kind === 'mail') {
      mkdirSync(outputDirectory, { recursive: true })
      return await mailDemo({ client, entityId: workspace.testEntity.id, outputDirectory, say })
    }
    const original = await contractPdf({ pages: 4, title: 'Service agreement' })
    const id = await send(client, workspace.testEntity.id, original)
    for (const signer of signers) await signInBrowser(cloud.inboxUrl, signer, say)
    say('\nEverybody has signed. Waiting for the seal')
    await until(async () => {
      const { document } = v.parse(request, await client.json('GET', `/v1/signature-requests/${id}`))
      return document.sealStatus === 'sealed' ? document : null
    }, 'the seal')
    const files = {
      'original.pdf': original,
      'signed.pdf': await client.bytes(`/v1/signature-requests/${id}/document?variant=signed`),
      'evidence.pdf': await client.bytes(`/v1/signature-requests/${id}/document?variant=evidence`),
    }
    mkdirSync(outputDirectory, { recursive: true })
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(outputDirectory, name), bytes)
    check(original, files['signed.pdf'])
    await tellTimeline(client, id)
    await tellEvents(cloud.adminUrl, id)
    say(`\nThe original, the sealed document and its evidence are in ${outputDirectory}/`)
  } finally {
    await cloud.close()
    rmSync(data, { recursive: true, force: true })
  }
}

async function send(client: ApiClient, entityId: string, pdf: Uint8Array): Promise<string> {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'service-agreement.pdf')
  const data = { entityId, title: 'Service agreement 2026', vendor: 'native', signingOrder: 'sequential' }
  body.set('data', JSON.stringify({ ...data, message: 'Here is what we agreed on.', signers: invited }))
  const created = v.parse(request, await client.json('POST', '/v1/signature-requests', body))
  say(`Sent a contract of 4 pages to two signers: signature request ${created.id} is ${created.status}`)
  return created.id
}

/** Looks at the sealed file without the library that made it and, where it is installed, with poppler's pdfsig. */
function check(original: Uint8Array, signed: Uint8Array): void {
  const seal = verifySeal(signed)
  const isPrefix = Buffer.from(signed.subarray(0, original.length)).equals(original)
  const facts = {
    'the signature is intact': seal.intact,
    'it covers the whole document': seal.coversWholeDocument,
    'it names its certificate': seal.certificateBound,
    'it starts with the exact bytes of the original': isPrefix,
  }
  say(`\nSealed as ${seal.subFilter}, PAdES ${seal.level}, by ${seal.subject.replaceAll('\n', ', ')}`)
  for (const [fact, holds] of Object.entries(facts)) say(`  ${holds ? 'yes' : 'NO '}  ${fact}`)
  say(`  SHA-256 of the original: ${createHash('sha256').update(original).digest('hex')}`)
  const pdfsig = spawnSync('pdfsig', ['-nocert', join(outputDirectory, 'signed.pdf')], { encoding: 'utf8' })
  if (pdfsig.status !== null) say(pdfsig.stdout.replace(/^/gm, '  pdfsig: ').trimEnd())
  if (Object.values(facts).includes(false)) throw new Error('the sealed document failed a check')
}

async function tellTimeline(client: ApiClient, id: string): Promise<void> {
  say('\nWhat happened')
  const { results } = v.parse(activity, await client.json('GET', `/v1/signature-requests/${id}/activity`))
  for (const { at, type, actor } of results) say(`  ${at}  ${type.padEnd(14)} ${actor.name}`)
}

async function tellEvents(adminUrl: string, id: string): Promise<void> {
  const answer = await fetch(`${adminUrl}/_local/events`)
  const { events } = v.parse(eventLog, await answer.json())
  const told = events.filter(({ event }) => event.source === 'sealpost' && JSON.stringify(event.detail).includes(id))
  say(`\nEvents on the bus: ${told.map(({ event }) => event['detail-type']).join(', ')}`)
}

function say(text: string): void {
  console.log(text)
}

await runCommand(usage, demo, { needsArguments: false })
