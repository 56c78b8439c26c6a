import { createHmac, randomUUID } from 'node:crypto'
import { PDF } from '@libpdf/core'
import { contractPdf } from '../browser/support/contract-pdf.ts'
import { authority, certified } from '../support/documents/certificates.ts'
import { cmsBy } from '../support/documents/cms-signature.ts'
import { signPdf } from '../support/documents/signed-pdf.ts'

/** The states are those of Yousign's API v3. */
export interface FakeSigner {
  readonly id: string
  info: { readonly first_name: string; readonly last_name: string; readonly email: string }
  signature_level: string
  signature_authentication_mode: string | null
  readonly fields: readonly {
    readonly page: number
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }[]
  status: 'initiated' | 'notified' | 'verified' | 'signed' | 'declined' | 'aborted'
  reminders: number
  signed_at: string | null
}

export interface FakeRequest {
  readonly id: string
  readonly external_id: string
  readonly name: string
  readonly ordered_signers: boolean
  readonly signers_allowed_to_decline: boolean
  readonly signers: FakeSigner[]
  readonly documents: { readonly id: string; readonly bytes: Uint8Array }[]
  status: 'draft' | 'ongoing' | 'done' | 'declined' | 'canceled'
}

/** What goes wrong: the next calls whose method and path match. */
export interface Fault {
  readonly match: string
  times: number
  /** `lost`: the call is carried out, and the connection breaks before its answer. `held`: its answer waits for the release. */
  readonly as: 'lost' | 'broken' | 'held' | number
}

const root = authority('Fake trust service')

/** One customer of the fake, by its API key. */
export class YousignAccount {
  readonly requests = new Map<string, FakeRequest>()
  faults: readonly Fault[] = []
  /** What lets the answers go that are held. */
  held: readonly (() => void)[] = []
  /** How often each request of ours was sent to its signers. */
  readonly activations: string[] = []
  /** What becomes of documents before anybody signs them: written anew, or replaced by another. */
  resave: 'rewritten' | 'other' | null = null
  /** What a request has as its signed document, by our id, in place of the one that people signed. */
  readonly given = new Map<string, Uint8Array>()
  webhook: { url: string; secret: string; delivery: 'once' | 'twice' | 'lost' } | null = null

  /** In place of what went wrong with the same calls. */
  addFault(fault: Fault): void {
    this.faults = [...this.faults.filter(({ match }) => match !== fault.match), fault]
  }

  faultOf(call: string): Fault['as'] | null {
    const fault = this.faults.find(({ match, times }) => times > 0 && new RegExp(match).test(call))
    if (!fault) return null
    fault.times--
    return fault.as
  }

  async hold(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.held = [...this.held, resolve]
    })
  }

  release(): void {
    for (const go of this.held) go()
    this.held = []
  }

  activate(request: FakeRequest): void {
    request.status = 'ongoing'
    this.activations.push(request.external_id)
    this.#notifyNext(request)
  }

  /** What a person does on Yousign's page. */
  async act(request: FakeRequest, email: string, action: 'open' | 'sign' | 'decline'): Promise<void> {
    const signer = request.signers.find(({ info }) => info.email.toLowerCase() === email.toLowerCase())
    if (!signer || request.status !== 'ongoing') throw new Error('there is nothing to do')
    if (action === 'open') signer.status = 'verified'
    if (action === 'sign') await this.#sign(request, signer)
    if (action === 'decline') {
      signer.status = 'declined'
      request.status = 'declined'
      for (const other of request.signers) if (other.status !== 'signed' && other !== signer) other.status = 'aborted'
    }
    await this.tell(request, action === 'sign' ? 'signer.done' : `signer.${action}`)
  }

  async #sign(request: FakeRequest, signer: FakeSigner): Promise<void> {
    const document = request.documents[0]
    if (!document) throw new Error('there is no document')
    const isFirst = request.signers.every(({ status }) => status !== 'signed')
    const shown = isFirst ? await this.#resaved(document.bytes) : document.bytes
    const holder = certified({ name: `${signer.info.first_name} ${signer.info.last_name}`, issuer: root })
    const sign = (content: Buffer) => cmsBy(holder, { content })
    const bytes = await signPdf(shown, {
      subFilter: 'ETSI.CAdES.detached',
      sign,
      shown: await placeOf(shown, signer),
    })
    request.documents[0] = { ...document, bytes }
    signer.status = 'signed'
    signer.signed_at = new Date().toISOString()
    if (request.signers.every(({ status }) => status === 'signed')) request.status = 'done'
    else this.#notifyNext(request)
  }

  async #resaved(bytes: Uint8Array): Promise<Uint8Array> {
    if (this.resave === null) return bytes
    if (this.resave === 'other') return contractPdf(3)
    const pdf = await PDF.load(bytes)
    pdf.setTitle('Saved by the vendor')
    return await pdf.save()
  }

  #notifyNext({ ordered_signers, signers }: FakeRequest): void {
    const waiting = signers.filter(({ status }) => status === 'initiated')
    const isOthersTurn = ordered_signers && signers.some(({ status }) => status === 'notified' || status === 'verified')
    for (const signer of isOthersTurn ? [] : ordered_signers ? waiting.slice(0, 1) : waiting) signer.status = 'notified'
  }

  /** Posts a webhook as Yousign does. */
  async tell({ id, external_id, status }: FakeRequest, eventName: string): Promise<void> {
    if (!this.webhook || this.webhook.delivery === 'lost') return
    const { url, secret, delivery } = this.webhook
    const event = {
      event_id: randomUUID(),
      event_name: eventName,
      event_time: String(Math.floor(Date.now() / 1000)),
      subscription_id: 'fake',
      sandbox: true,
      data: { signature_request: { id, external_id, status } },
    }
    const body = JSON.stringify(event)
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': 'Yousign Webhook Bot',
      'X-Yousign-Signature-256': signature,
      'X-Yousign-Retry': '0',
    }
    for (const _ of delivery === 'twice' ? [1, 2] : [1]) await fetch(url, { method: 'POST', headers, body })
  }
}

/** Yousign draws the signature in the field, which is measured from the top of the page. */
async function placeOf(bytes: Uint8Array, { fields: [field] }: FakeSigner) {
  if (!field) throw new Error('the signer has no field')
  const page = (await PDF.load(bytes)).getPage(field.page - 1)
  if (!page) throw new Error(`there is no page ${field.page}`)
  const top = page.height - field.y
  return { page: field.page, rectangle: [field.x, top - field.height, field.x + field.width, top] }
}
