import { describe, expect, it } from 'vitest'
import { fromItem } from '../../../shared/store/collection.ts'
import { getItem } from '../../../shared/store/table.ts'
import { isRefused, vendorConnections, vendorConnectionsKey } from '../../../shared/store/vendor-connections.ts'
import { managerOf } from '../../support/api-keys.ts'
import {
  address,
  ar24Input,
  ar24Sender,
  connectAr24,
  otpSecret,
  sentByAr24,
  stateOfAr24,
  toAr24,
} from '../../support/ar24.ts'
import { call, demand } from '../../support/client.ts'
import { draftOf, mailsPath, recipient, sendMail } from '../../support/registered-mails.ts'
import { postSender, senderEmail, senderOf, senderPath } from '../../support/sender-accounts.ts'
import { codeOf } from '../../support/signature.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'
import { connectionsPath } from '../../support/vendors.ts'

const refresh = (of: Tenant, id: string) => call('POST', senderPath(id, '/refresh'), { token: of.token })
const vendorError = (retryable: boolean) => ({
  status: 409,
  body: { error: { code: 'vendor_error', details: { vendor: 'ar24', retryable } } },
})

async function optionsOf({ entity, token }: Tenant) {
  const { body } = await call('GET', `${mailsPath}/options?entityId=${entity.id}`, { token })
  return body.vendors.find(({ key }: { key: string }) => key === 'ar24') ?? null
}

describe.concurrent('a sender account at AR24', () => {
  it('is made there, and is verified once its owner has confirmed it', async () => {
    const of = await tenant()
    expect(await optionsOf(of)).toBeNull()
    expect(codeOf(await postSender(of, { vendor: 'ar24', address }))).toBe('vendor_unavailable')
    const { token } = await connectAr24(of)
    expect(await optionsOf(of)).toEqual({
      key: 'ar24',
      name: 'AR24',
      types: ['simple', 'qualified'],
      subjectMaxLength: 255,
      requiresOtp: true,
      status: 'available',
    })
    const made = await senderOf(of, { vendor: 'ar24', address })
    expect(made).toMatchObject({ vendor: 'ar24', status: 'pending', linked: true, types: ['simple', 'qualified'] })
    expect(made.vendorAccountRef).toMatch(/^••••\d{3}$/)
    expect((await refresh(of, made.id)).body.status).toBe('pending')
    await toAr24(token, 'user', { email: made.email, confirmed: 1 })
    expect((await refresh(of, made.id)).body).toMatchObject({ status: 'verified', linked: true })
    await toAr24(token, 'user', { email: made.email, access: 'none' })
    expect((await refresh(of, made.id)).body.linked).toBe(false)
  })

  it('needs an address, and an e-mail that nobody else has there', async () => {
    const of = await tenant()
    const { token } = await connectAr24(of)
    expect(await postSender(of, { vendor: 'ar24' })).toMatchObject(vendorError(false))
    const email = senderEmail()
    await toAr24(token, 'user', { email, exists: true })
    expect(await postSender(of, { vendor: 'ar24', address, email })).toMatchObject(vendorError(false))
  })

  it('that exists is linked once its owner has agreed', async () => {
    const of = await tenant()
    const { token } = await connectAr24(of)
    const email = senderEmail()
    const link = { vendor: 'ar24', mode: 'link', email }
    expect(await postSender(of, link)).toMatchObject(vendorError(false))
    await toAr24(token, 'user', { email, exists: true, confirmed: 1 })
    const { id, linked } = await senderOf(of, link)
    expect([linked, (await refresh(of, id)).body.linked]).toEqual([false, false])
    await toAr24(token, 'user', { email, access: 'granted' })
    expect((await refresh(of, id)).body).toMatchObject({ linked: true, status: 'verified' })
  })

  it('sends qualified mail only with an OTP secret', async () => {
    const of = await tenant()
    const at = await connectAr24(of)
    const { id: senderAccountId } = await ar24Sender(of, at)
    demand(await call('DELETE', senderPath(senderAccountId, '/otp-secret'), { token: of.token }), 204)
    const draft = await draftOf(of, { type: 'qualified', senderAccountId, recipients: [recipient()] })
    expect(await sendMail(of, draft.id)).toMatchObject({
      status: 422,
      body: { error: { code: 'invalid_sender_account', details: { reason: 'otp_secret_required' } } },
    })
    const json = { secret: otpSecret }
    demand(await call('PUT', senderPath(senderAccountId, '/otp-secret'), { token: of.token, json }), 204)
    demand(await sendMail(of, draft.id), 200)
  })

  it('cannot be made for a minute after five failures, and mails wait meanwhile', async () => {
    const of = await tenant()
    const at = await connectAr24(of)
    const { id: senderAccountId } = await ar24Sender(of, at)
    await toAr24(at.token, 'fault', { match: 'GET /api/user', times: 5, as: 'garbage' })
    for (const _ of [1, 2, 3, 4, 5]) expect(await refresh(of, senderAccountId)).toMatchObject(vendorError(true))
    expect((await optionsOf(of)).status).toBe('unavailable')
    expect(codeOf(await postSender(of, { vendor: 'ar24', address }))).toBe('vendor_unavailable')
    const draft = await draftOf(of, { senderAccountId, recipients: [recipient()] })
    demand(await sendMail(of, draft.id), 200)
  })
})

describe.concurrent('a connection to AR24', () => {
  it('is tried with the credentials, and stays while AR24 has mail', async () => {
    const of = await tenant()
    const { token: managerToken } = await managerOf(of)
    const at = (method: string, rest: string, json?: object) =>
      call(method, connectionsPath(of, rest), { token: managerToken, ...(json && { json }) })
    expect(codeOf(await at('PUT', '/ar24', { ...ar24Input('token'), environment: 'live' }))).toBe('invalid_input')
    for (const [input, lastError] of [
      [ar24Input('wrong-token'), 'AR24 refused: invalid_token, The token is not valid.'],
      [ar24Input('token', 'another-key'), 'AR24 refused: invalid_signature, The signature is not valid.'],
      [ar24Input('token'), null],
    ] as const) {
      demand(await at('PUT', '/ar24', input), 200)
      expect((await at('POST', '/ar24/check')).body).toMatchObject({ lastError, kind: 'registered_mail' })
      const stored = await getItem(table(), vendorConnectionsKey(of.org.id))
      const { connections } = fromItem(vendorConnections, stored ?? {})
      expect(connections.ar24 && isRefused(connections.ar24)).toBe(lastError !== null)
    }
    const connected = await connectAr24(of)
    await sentByAr24(of, connected)
    await until('the mail at AR24', async () => (await stateOfAr24(connected.token)).mails.length === 1)
    expect(codeOf(await at('DELETE', '/ar24'))).toBe('still_referenced')
  })

  it('takes webhooks at its address alone, about items of its own', async () => {
    const of = await tenant()
    const other = await tenant()
    const [{ webhookUrl }, theirs] = [await connectAr24(of), await connectAr24(other)]
    const mail = await sentByAr24(other, theirs)
    const query = new URLSearchParams({ mail: mail.id, item: mail.recipients[0].id })
    const post = (url: string, rest: string) => {
      const { pathname } = new URL(url)
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
      return call('POST', `${pathname}${rest}`, { body: 'id_mail=1&new_state=ar', headers })
    }
    for (const rest of ['', `?${query}`, '?mail=x&item=y']) expect((await post(webhookUrl, rest)).status).toBe(200)
    for (const url of [`${webhookUrl}x`, webhookUrl.replace(of.org.id, other.org.id)])
      expect(codeOf(await post(url, `?${query}`))).toBe('not_found')
  })
})
