import { type Answer, call, demand } from './client.ts'
import { imageFile } from './documents/images.ts'
import { create, type Draft, pathOf, type Sender, signer } from './signature.ts'
import { type Browser, browserAt } from './signing.ts'

type Request = Answer['body']

export const sentence = 'Lu et approuvé, bon pour caution'
const place = { page: 1, x: 60, y: 500, width: 300, height: 60 }

/** A handwritten mention of the contract's first page. */
export const mention = (more: Draft = {}): Draft => ({
  ...place,
  type: 'handwritten_mention',
  mentionText: sentence,
  ...more,
})

/** Somebody who signs on site, with a code by e-mail. */
export const agencySigner = (more: Draft = {}): Draft =>
  signer('', { signingMode: 'agency', authMethod: 'email_otp', fields: [mention()], ...more })

export async function agencyRequest(of: Sender, more: Draft = {}): Promise<Request> {
  return await create(of, { vendor: 'native', signers: [agencySigner()], ...more })
}

export const mentionOf = (request: Request, index = 0) =>
  request.signers[index].fields.find(({ type }: Draft) => type === 'handwritten_mention')

export const drawingPath = (request: Request, fieldId: string) => `${pathOf(request.id)}/fields/${fieldId}/drawing`

/** A picture of some writing. */
export const picture = () => imageFile('palette.png')

/** What somebody wrote: as strokes in a picture or on a pad of this size. */
export const written = {
  width: 1000,
  height: 360,
  strokes: [
    [
      { x: 100, y: 100, t: 0, p: 0.4 },
      { x: 200, y: 180, t: 16, p: 0.7 },
      { x: 320, y: 90, t: 33, p: 0.5 },
    ],
    [
      { x: 400, y: 120, t: 410 },
      { x: 600, y: 200, t: 460 },
    ],
  ],
}

/** The form that gives a mention its drawing. */
export function drawingForm(data?: object, bytes: Uint8Array = picture()): FormData {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'mention.png')
  if (data) form.set('data', JSON.stringify(data))
  return form
}

export async function draw(of: Pick<Sender, 'token'>, request: Request, data?: object): Promise<Answer> {
  const { id } = mentionOf(request)
  return await call('PUT', drawingPath(request, id), { token: of.token, body: drawingForm(data) })
}

export async function startSession(of: Pick<Sender, 'token'>, request: Request, more: Draft = {}): Promise<Answer> {
  const signerIds = request.signers.map(({ id }: Draft) => id)
  return await call('POST', `${pathOf(request.id)}/agency-session`, { token: of.token, json: { signerIds, ...more } })
}

/** The tablet of a session, at each signer's page. One browser has one cookie. */
export async function tablet(of: Pick<Sender, 'token'>, request: Request, more: Draft = {}): Promise<Browser[]> {
  const answer = await startSession(of, request, more)
  demand(answer, 201)
  return answer.body.sessions.map(({ url }: { url: string }) => browserAt(tokenIn(url)))
}

export function tokenIn(url: string): string {
  return /\/sign\/([\w-]{43})/.exec(url)?.[1] ?? ''
}
