import type { Scenario, Scenarios } from '../../matrices/scenarios/scenario.ts'
import { call, demand } from '../../support/client.ts'
import { ownerCodeOf, ownerPathOf, pageForm } from '../../support/page-links.ts'
import { senderInput, senderOf, senderPath, sendersPath, verifiedSender } from '../../support/sender-accounts.ts'

/** The same e-mail in every tenant: it is an entity's own. */
const email = 'office@example.com'

function creation(fields: object): Scenario {
  return async (of) => ({
    path: sendersPath,
    options: { token: of.token, json: senderInput(of, { email, ...fields }) },
  })
}

function onSender(rest = '', json?: unknown, made = senderOf): Scenario {
  return async (of) => {
    const { id } = await made(of, { email })
    return { path: senderPath(id, rest), options: { token: of.token, ...(json === undefined ? {} : { json }) } }
  }
}

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

const withSecret: Scenario = async (of) => {
  const { id } = await senderOf(of, { email })
  const path = senderPath(id, '/otp-secret')
  demand(await call('PUT', path, { token: of.token, json: { secret } }), 204)
  return { path, options: { token: of.token } }
}

/** An e-mail of each try's own: codes to one mailbox are few. */
const nativeSender = (of: Parameters<Scenario>[0]) => senderOf(of, { vendor: 'native' })

const ownerPage: Scenario = async (of) => {
  const account = await nativeSender(of)
  return { path: await ownerPathOf(account), options: { token: null } }
}

const requestingCode: Scenario = async (of) => {
  const path = await ownerPathOf(await nativeSender(of))
  return { path, options: await pageForm(path, 'send-code') }
}

const provingCode: Scenario = async (of) => {
  const account = await nativeSender(of)
  const path = await ownerPathOf(account)
  const sent = await pageForm(path, 'send-code')
  demand(await call('POST', path, sent), 200)
  return { path, options: await pageForm(path, 'prove-code', { code: await ownerCodeOf(account) }) }
}

const ofAccounts: Readonly<Record<string, Scenarios>> = {
  createSenderAccount: { simulated: creation({}), native: creation({ vendor: 'native' }) },
  listSenderAccounts: {
    'of an entity': async (of) => {
      await senderOf(of, { email })
      return { path: `${sendersPath}?entityId=${of.entity.id}`, options: { token: of.token } }
    },
  },
  getSenderAccount: { simulated: onSender() },
  updateSenderAccount: { 'its label': onSender('', { label: 'Lyon' }) },
  deleteSenderAccount: { simulated: onSender() },
  refreshSenderAccount: { 'a verified one': onSender('/refresh', undefined, verifiedSender) },
  storeOtpSecret: { 'the first': onSender('/otp-secret', { secret }) },
  deleteOtpSecret: { 'one that is there': withSecret },
  simulateSenderVerification: {
    'a pending one': async (of) => {
      const { id } = await senderOf(of, { email })
      return { path: `/v1/test/sender-accounts/${id}/verify`, options: { token: of.token } }
    },
  },
}

/** Like most callers, this one has asked the function for something before, so that it knows where the caller works. */
function askedBefore(scenarios: Scenarios): Scenarios {
  return Object.fromEntries(
    Object.entries(scenarios).map(([variant, scenario]): [string, Scenario] => [
      variant,
      async (of) => ({ after: `${sendersPath}?entityId=${of.entity.id}`, ...(await scenario(of)) }),
    ]),
  )
}

export const senderAccountScenarios: Readonly<Record<string, Scenarios>> = {
  ...Object.fromEntries(
    Object.entries(ofAccounts).map(([operation, scenarios]) => [operation, askedBefore(scenarios)]),
  ),
  showSenderAccountPage: { 'a pending one': ownerPage },
  confirmSenderAccount: { 'requesting a code': requestingCode, 'the right code': provingCode },
}
