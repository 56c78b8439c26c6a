import { randomUUID } from 'node:crypto'
import { sealedKeys } from '../../../functions/signature/model/document-keys.ts'
import { minuteMs } from '../../../shared/platform/clock.ts'
import { sha256Of } from '../../../shared/store/documents.ts'
import type { Ask, Scenario, Scenarios } from '../../matrices/scenarios/scenario.ts'
import { agencyRequest, draw, mentionOf, tablet, written } from '../../support/agency.ts'
import { chooseLogo } from '../../support/branding.ts'
import { call, demand } from '../../support/client.ts'
import { agreedAt, allowed, connectCsc, cscRequest, signedBefore } from '../../support/csc.ts'
import { imageFile } from '../../support/documents/images.ts'
import { storeDocument } from '../../support/inspection.ts'
import { alter, contract, signer, storedRequest } from '../../support/signature.ts'
import {
  agree,
  type Browser,
  browserAt,
  codeFor,
  consentBody,
  linkOf,
  nativeRequest,
  open,
  otherLinkOf,
  proveBy,
  signBody,
  visit,
} from '../../support/signing.ts'
import type { Tenant } from '../../support/tenant.ts'

type Request = Awaited<ReturnType<typeof nativeRequest>>

/** What a signer asks for who has come so far in a browser. */
function bySigner(
  path: string,
  prepare: (browser: Browser, request: Request) => Promise<unknown> = async () => undefined,
  signers = () => [signer()],
): Scenario {
  return async (of: Tenant): Promise<Ask> => {
    const request = await nativeRequest(of, { signers: signers() })
    const browser = await visit(request)
    demand(await browser.get('/state'), 200)
    const json = await prepare(browser, request)
    const headers = { Cookie: browser.cookie() ?? '' }
    const options = json === undefined ? { headers } : { headers, json }
    return { path: `/sign/${browser.token}${path}`, options: { token: null, ...options } }
  }
}

/** What the holder of a link for one session asks for, which no browser has opened yet. */
function byOneSession(path: string, json: object): Scenario {
  return async (of: Tenant): Promise<Ask> => {
    const request = await nativeRequest(of, { signers: withCode() })
    await linkOf(request)
    const browser = browserAt(await otherLinkOf(request, { expiresAtMs: Date.now() + 15 * minuteMs }))
    demand(await browser.get(''), 200)
    const headers = { Cookie: browser.cookie() ?? '' }
    return { path: `/sign/${browser.token}${path}`, options: { token: null, headers, json } }
  }
}

/** What a signer asks for on a tablet of the sender. */
function onTablet(path: string, prepare: (browser: Browser, request: Request) => Promise<unknown>): Scenario {
  return async (of) => await tabletAsks(of, await agencyRequest(of), path, prepare)
}

async function tabletAsks(
  of: Tenant,
  request: Request,
  path: string,
  prepare: (browser: Browser, request: Request) => Promise<unknown>,
): Promise<Ask> {
  const [browser] = await tablet(of, request, { mentionsOnPage: true })
  if (!browser) throw new Error('the session has no link')
  await open(browser)
  const json = await prepare(browser, request)
  const headers = { Cookie: browser.cookie() ?? '' }
  const options = json === undefined ? { headers } : { headers, json }
  return { path: `/sign/${browser.token}${path}`, options: { token: null, ...options } }
}

const withCode = () => [signer('', { authMethod: 'email_otp' })]
const doing = (json: unknown) => async () => json

async function signingForm(browser: Browser, request: Request) {
  await agree(browser)
  return signBody(request)
}

/** A request has this as its sealed document, as if everybody had signed. */
async function sealedAs(id: string, bytes: Uint8Array): Promise<undefined> {
  const record = await storedRequest(id)
  const [sealRun, file] = [randomUUID(), { sha256: sha256Of(bytes), size: bytes.length, availableAt: record.updatedAt }]
  for (const key of Object.values(sealedKeys(record, sealRun))) await storeDocument(key, bytes)
  await alter(id, ({ document }) => ({
    status: 'completed',
    document: { ...document, signed: { ...file, renewals: [] }, evidence: file, sealRun, sealStatus: 'sealed' },
  }))
}

const image = { mode: 'uploaded', value: imageFile('palette.png').toString('base64') }

async function asset(): Promise<Ask> {
  const { text } = await call('GET', '/sign/any-link')
  const [, name = ''] = /assets\/(main-[^"]+)/.exec(text) ?? []
  return { path: `/sign/assets/${name}`, options: {} }
}

async function logo(of: Tenant): Promise<Ask> {
  const { logoUrl } = await chooseLogo(of, of.org)
  return { path: new URL(logoUrl).pathname, options: {} }
}

/** Of each operation of the signing page, by its id. */
export const signingScenarios: Readonly<Record<string, Scenarios>> = {
  getSigningPage: {
    'of any link': async (of) => ({ path: `/sign/${await linkOf(await nativeRequest(of))}`, options: {} }),
  },
  getSigningAsset: { script: asset },
  getLogo: { 'of an organization': logo },
  readSigningState: { pending: bySigner('/state') },
  readMention: {
    'drawn before': async (of) => {
      const request = await agencyRequest(of)
      demand(
        await draw(of, request, {
          strokes: [
            [
              { x: 1, y: 1, t: 0 },
              { x: 4, y: 2, t: 8 },
            ],
          ],
        }),
        200,
      )
      return await tabletAsks(
        of,
        request,
        `/mentions/${mentionOf(request).id}`,
        async (browser) => void (await open(browser)),
      )
    },
  },
  openSigningDocument: {
    'for the first time': bySigner('/open', doing({})),
    'by a link for one session': byOneSession('/open', {}),
  },
  readSigningDocument: {
    shown: bySigner('/document?variant=shown', async (browser) => void (await open(browser))),
    'the sealed one': bySigner('/document?variant=signed', async (_, { id }) => await sealedAs(id, await contract())),
  },
  noteViewedPages: { 'for the first time': bySigner('/views', doing({ pages: [1, 2] })) },
  handleSigningCode: {
    'ask for one': bySigner('/otp', doing({ sending: 1 }), withCode),
    'enter it': bySigner(
      '/otp',
      async (browser, request) => {
        demand(await browser.post('/otp', {}), 200)
        return { code: await codeFor(request) }
      },
      withCode,
    ),
  },
  previewStamp: {
    'a name': bySigner('/preview', doing({ kind: 'typed', text: '王小明', width: 180, height: 60 })),
  },
  giveConsent: { 'for the first time': bySigner('/consent', (browser) => consentBody(browser)) },
  signDocument: {
    'typed, as the last': bySigner('/sign', signingForm),
    'after a code': bySigner(
      '/sign',
      async (browser, request) => {
        await proveBy(browser, request)
        return await signingForm(browser, request)
      },
      withCode,
    ),
    'with a handwritten mention': onTablet('/sign', async (browser, request) => {
      await proveBy(browser, request)
      const mentions = { [mentionOf(request).id]: written }
      return { ...(await signingForm(browser, request)), mentions }
    }),
    'with an image': bySigner('/sign', async (browser, request) => {
      return { ...(await signingForm(browser, request)), signature: image }
    }),
  },
  startRemoteSignature: {
    'a first time': async (of) => {
      await connectCsc(of)
      const request = await cscRequest(of)
      const browser = await agreedAt(request)
      const json = { documentSha256: request.document.sha256 }
      return {
        path: `/sign/${browser.token}/vendor-authorization`,
        options: { token: null, json, headers: { Cookie: browser.cookie() ?? '' } },
      }
    },
  },
  finishRemoteSignature: {
    // What the provider does for a code cannot be asked twice: see the ends of threads between its answer and our commit.
    'where the provider has signed': async (of) => {
      const at = await connectCsc(of)
      const request = await cscRequest(of)
      const browser = await agreedAt(request)
      const back = await allowed(browser, request)
      await signedBefore(at, request, back)
      return {
        path: `/sign/${browser.token}/vendor-signature`,
        options: {
          token: null,
          json: { code: back.code, state: back.state },
          headers: { Cookie: browser.cookie() ?? '' },
        },
      }
    },
  },
  declineToSign: { 'as one of two': bySigner('/decline', doing({ reason: 'Not mine' }), () => [signer(), signer()]) },
}
