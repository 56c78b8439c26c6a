import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { checkFiles } from '../../checks/evidence/check-files.ts'
import { holds } from '../../checks/evidence/report.ts'
import { type ApiClient, until } from './api-client.ts'
import { contractPdf } from './contract.ts'
import { verifySeal } from './verify-seal.ts'

const named = v.object({ id: v.string() })
const mailSchema = v.object({
  id: v.string(),
  status: v.string(),
  items: v.array(
    v.object({
      id: v.string(),
      email: v.string(),
      status: v.string(),
      timeline: v.array(v.object({ at: v.string(), status: v.string(), source: v.string() })),
      proofs: v.record(v.string(), v.object({ available: v.boolean(), sha256: v.nullable(v.string()) })),
    }),
  ),
})
type Mail = v.InferOutput<typeof mailSchema>
type Item = Mail['items'][number]

/** The proof that ends each outcome. */
const finalProofs: Readonly<Record<string, string>> = { delivered: 'delivery', refused: 'refusal', bounced: 'bounce' }

const letter = `<h1>Notice to pay</h1>
<p>Dear Madam or Sir,</p><p>the rent of <strong>March and April</strong> has not arrived:</p>
<table><thead><tr><th>Month</th><th>Amount</th></tr></thead>
<tbody><tr><td>March</td><td>1,200.00 €</td></tr><tr><td>April</td><td>1,200.00 €</td></tr></tbody></table>
<p>Please pay within <em>eight days</em>.</p>`

export interface MailDemo {
  readonly client: ApiClient
  readonly entityId: string
  readonly outputDirectory: string
  readonly say: (text: string) => void
}

/** One letter to three recipients of the simulated vendor: one accepts, one refuses, and the e-mail to the third bounces. */
export async function mailDemo(demo: MailDemo): Promise<void> {
  const { client, say } = demo
  const attachment = await contractPdf({ pages: 2, title: 'Lease' })
  const id = await send(demo, attachment)
  say('\nWaiting for the outcomes and their sealed proofs')
  const mail = await until(async () => {
    const found = v.parse(mailSchema, await client.json('GET', `/v1/registered-mails/${id}`))
    return found.items.every(isProved) ? found : null
  }, 'the last proof')
  say(`The mail is ${mail.status}`)
  const failed: string[] = []
  for (const item of mail.items) failed.push(...(await tellItem(demo, mail, item, attachment)))
  const archive = join(demo.outputDirectory, 'proofs.zip')
  writeFileSync(archive, await client.bytes(`/v1/registered-mails/${id}/proofs.zip`))
  say(`\nAll proofs are in ${demo.outputDirectory}/, and together in ${archive}`)
  if (failed.length > 0) throw new Error(`proofs failed a check: ${failed.join(', ')}`)
}

function isProved({ status, proofs }: Item): boolean {
  const kind = finalProofs[status]
  return kind !== undefined && proofs[kind]?.available === true
}

async function send({ client, entityId, say }: MailDemo, attachment: Uint8Array): Promise<string> {
  const sender = v.parse(
    named,
    await client.json('POST', '/v1/registered-mails/sender-accounts', {
      entityId,
      mode: 'create',
      label: 'Head office',
      firstName: 'Claire',
      lastName: 'Dupont',
      company: 'Dupont & Partners',
      email: 'claire@example.com',
    }),
  )
  await client.json('POST', `/v1/test/sender-accounts/${sender.id}/verify`)
  const people = [
    ['Ada', 'Accepts', 'ada+deliver@example.com'],
    ['Rosa', 'Refuses', 'rosa+refuse@example.com'],
    ['Bob', 'Bounces', 'bob+bounce@example.com'],
  ]
  const recipients = people.map(([firstName, lastName, email]) => ({ kind: 'individual', firstName, lastName, email }))
  const draft = { entityId, subject: 'Notice to pay', contentHtml: letter, senderAccountId: sender.id, recipients }
  const { id } = v.parse(named, await client.json('POST', '/v1/registered-mails', draft))
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(attachment)], { type: 'application/pdf' }), 'lease.pdf')
  await client.json('POST', `/v1/registered-mails/${id}/attachments`, body)
  await client.json('POST', `/v1/registered-mails/${id}/send`, { idempotencyKey: `demo-${id}` })
  say(`Sent one letter with an attachment to three recipients: registered mail ${id}`)
  return id
}

/** Gives the files that failed a check. */
async function tellItem(
  { client, outputDirectory, say }: MailDemo,
  mail: Mail,
  item: Item,
  attachment: Uint8Array,
): Promise<string[]> {
  say(`\n${item.email}: ${item.status}`)
  for (const { at, status, source } of item.timeline) say(`  ${at}  ${status.padEnd(10)} ${source}`)
  const directory = join(outputDirectory, item.email.replace(/[^a-z]+/g, '-'))
  mkdirSync(directory, { recursive: true })
  const kinds = Object.keys(item.proofs).filter((kind) => item.proofs[kind]?.available)
  const files = await Promise.all(
    kinds.map(async (kind) => {
      const bytes = await client.bytes(`/v1/registered-mails/${mail.id}/items/${item.id}/proofs/${kind}`)
      writeFileSync(join(directory, `${kind}.pdf`), bytes)
      return { name: `${kind}.pdf`, bytes }
    }),
  )
  const letterFile = files.find(({ name }) => name === 'content.pdf')
  const others = [...(letterFile ? [letterFile] : []), { name: 'lease.pdf', bytes: attachment }]
  const failed: string[] = []
  for (const file of files) {
    const seal = verifySeal(file.bytes)
    const report = await checkFiles(file, file === letterFile ? [] : others)
    const isGood = holds(report) && seal.intact && seal.coversWholeDocument
    if (!isGood) failed.push(file.name)
    const pdfsig = spawnSync('pdfsig', ['-nocert', join(directory, file.name)], { encoding: 'utf8' })
    const said =
      pdfsig.status === null ? '' : `, pdfsig: ${/Signature is Valid/.test(pdfsig.stdout) ? 'valid' : 'NOT VALID'}`
    say(`  ${isGood ? 'holds' : 'FAILS'}  ${join(directory, file.name)} (PAdES ${seal.level}${said})`)
  }
  return failed
}
