import { addressHash } from '../../../functions/registered-mail/model/page-link.ts'
import type { Scenario, Scenarios } from '../../matrices/scenarios/scenario.ts'
import { call, demand } from '../../support/client.ts'
import {
  confirmedBrowser,
  notifiedItem,
  recipientCodeOf,
  recipientPathOf,
  storeAttachment,
  storeProofs,
} from '../../support/native-mails.ts'
import { pageForm, pagePathOf } from '../../support/page-links.ts'
import type { Tenant } from '../../support/tenant.ts'

const opened: Scenario = async (of) => {
  return { path: await recipientPathOf(await notifiedItem(of)), options: { token: null } }
}

const requestingCode: Scenario = async (of) => {
  const path = await recipientPathOf(await notifiedItem(of))
  return { path, options: await pageForm(path, 'send-code') }
}

/** Enters a code; `offset` makes it a wrong one. */
function entering(offset: number): Scenario {
  return async (of) => {
    const item = await notifiedItem(of)
    const path = await recipientPathOf(item)
    const sent = await pageForm(path, 'send-code')
    demand(await call('POST', path, sent), 200)
    const code = String((Number(await recipientCodeOf(item)) + offset) % 1_000_000).padStart(6, '0')
    return { path, options: await pageForm(path, 'prove-code', { code }, sent.headers?.Cookie ?? null) }
  }
}

async function confirmed(of: Tenant) {
  const item = await notifiedItem(of)
  const path = await recipientPathOf(item)
  return { item, path, cookie: await confirmedBrowser(item, path) }
}

const accepting: Scenario = async (of) => {
  const { path, cookie } = await confirmed(of)
  return { path, options: await pageForm(path, 'accept', {}, cookie) }
}

const refusing: Scenario = async (of) => {
  const { path, cookie } = await confirmed(of)
  return { path, options: await pageForm(path, 'refuse', { final: 'yes', reason: 'Not for me' }, cookie) }
}

const reading: Scenario = async (of) => {
  const { path, cookie } = await confirmed(of)
  demand(await call('POST', path, await pageForm(path, 'accept', {}, cookie)), 200)
  return { path, options: { token: null, headers: { Cookie: cookie } } }
}

/** A file of a mail that was accepted. */
function downloading(rest: string): Scenario {
  return async (of) => {
    const { item, path, cookie } = await confirmed(of)
    demand(await call('POST', path, await pageForm(path, 'accept', {}, cookie)), 200)
    await storeProofs(item)
    return { path: `${path}${rest}`, options: { token: null, headers: { Cookie: cookie } } }
  }
}

const attachment: Scenario = async (of) => {
  const { item, path, cookie } = await confirmed(of)
  demand(await call('POST', path, await pageForm(path, 'accept', {}, cookie)), 200)
  const attachmentId = await storeAttachment(item)
  return { path: `${path}/attachments/${attachmentId}`, options: { token: null, headers: { Cookie: cookie } } }
}

/** What a follower reads. */
function following(rest = ''): Scenario {
  return async (of) => {
    const item = await storeProofs(await notifiedItem(of, { status: 'delivered' }))
    const { mailId, id: itemId } = item
    const target = { page: 'follower' as const, mailId, itemId, follower: addressHash('follower@example.com') }
    return { path: `${await pagePathOf(target, item)}${rest}`, options: { token: null } }
  }
}

export const recipientPageScenarios: Readonly<Record<string, Scenarios>> = {
  showRegisteredMailPage: { 'before it is accepted': opened, 'after it was accepted': reading },
  actOnRegisteredMail: {
    'requesting a code': requestingCode,
    'the right code': entering(0),
    accepting: accepting,
    refusing: refusing,
  },
  downloadRegisteredMailContent: { 'after it was accepted': downloading('/content') },
  downloadOwnAttachment: { 'after it was accepted': attachment },
  showProofsPage: { 'with proofs': following() },
  downloadFollowedProof: { 'of the content': following('/content') },
  downloadOwnDeliveryProof: { 'after it was accepted': downloading('/proof') },
}
