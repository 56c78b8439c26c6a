import type { Ask, Scenario, Scenarios } from '../../matrices/scenarios/scenario.ts'
import { contactOf } from '../../support/contacts.ts'
import { onePage } from '../../support/documents/signed-pdf.ts'
import {
  attach,
  depositedTo,
  draftInput,
  draftOf,
  failedMail,
  itemPath,
  mailPath,
  mailsPath,
  readyOf,
  recipient,
  sentTo,
  simulate,
  submitItems,
} from '../../support/registered-mails.ts'
import type { Tenant } from '../../support/tenant.ts'

function creation(fields: object): Scenario {
  return async (of) => ({ path: mailsPath, options: { token: of.token, json: draftInput(of, fields) } })
}

/** A mail to a contact. */
const toContact: Scenario = async (of) => {
  const contact = await contactOf(of)
  return creation({ recipients: [recipient('', { contactId: contact.id })] })(of)
}

function asking({ token }: Tenant, path: string, json?: unknown): Ask {
  return { path, options: { token, ...(json === undefined ? {} : { json }) } }
}

function onDraft(rest: string, json?: unknown, fields: object = {}): Scenario {
  return async (of) => asking(of, mailPath((await draftOf(of, fields)).id, rest), json)
}

/** Items that fail need no proofs, which take long to seal. */
function sending(count: number, suffix = ''): Scenario {
  return async (of) => {
    const recipients = Array.from({ length: count }, () => recipient(suffix))
    const { id } = await readyOf(of, { recipients })
    return asking(of, mailPath(id, '/send'), { idempotencyKey: `key-${id}` })
  }
}

/** Something about the item of a mail that was deposited. */
function onDeposited(rest: string, json?: unknown): Scenario {
  return async (of) => asking(of, itemPath(await depositedTo(of), rest), json)
}

const ofAttachment: Scenario = async (of) => {
  const { id } = await draftOf(of)
  const attachment = await attach(of, id, onePage())
  return asking(of, mailPath(id, `/attachments/${attachment.body.id}`))
}

const attaching: Scenario = async (of) => {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(onePage())], { type: 'application/pdf' }), 'a.pdf')
  return { path: mailPath((await draftOf(of)).id, '/attachments'), options: { token: of.token, body } }
}

function listing(filters: Readonly<Record<string, string>>): Scenario {
  return async (of) => {
    await draftOf(of)
    return asking(of, `${mailsPath}?${new URLSearchParams({ entityId: of.entity.id, ...filters })}`)
  }
}

/** The answer to a correction. */
function answering(accept: boolean): Scenario {
  return async (of) => {
    const mail = await depositedTo(of)
    const asked = await simulate(of, mail, '/recipient-updates', { email: 'roe@example.com' })
    return asking(of, itemPath(mail, `/recipient-updates/${asked.body.recipientUpdates[0].id}`), { accept })
  }
}

/** A failed item is retried. */
const retrying: Scenario = async (of) => asking(of, itemPath(await failedMail(of), '/retry'))

/** A mail whose item the simulated vendor has, and will play. */
export const submitted: Scenario = async (of) => {
  const mail = await sentTo(of, ['+deliver'])
  await submitItems(mail)
  return asking(of, mailPath(mail.id))
}

const simulating: (rest: string, json: unknown) => Scenario = (rest, json) => async (of) => {
  const { path, options } = await onDeposited(rest, json)(of)
  return { path: path.replace('/v1', '/v1/test'), options }
}

const scenarios: Readonly<Record<string, Scenarios>> = {
  createRegisteredMail: {
    'a draft': creation({ followers: [{ email: 'follower@example.com' }], metadata: { case: '1' } }),
    'to a contact': toContact,
  },
  getRegisteredMail: { 'a draft': onDraft(''), sent: async (of) => asking(of, mailPath((await depositedTo(of)).id)) },
  listRegisteredMails: { 'of an entity': listing({}), filtered: listing({ q: 'notice', status: 'draft' }) },
  getRegisteredMailOptions: {
    'of an entity': async (of) => asking(of, `${mailsPath}/options?entityId=${of.entity.id}`),
  },
  updateRegisteredMail: {
    'its letter and recipients': onDraft('', { contentHtml: '<p>New</p>', recipients: [recipient(), recipient()] }),
  },
  deleteRegisteredMail: {
    'a draft': onDraft(''),
    'with an attachment': async (of) => {
      const { id } = await draftOf(of)
      await attach(of, id, onePage())
      return asking(of, mailPath(id))
    },
  },
  cancelRegisteredMail: { 'a draft': async (of) => asking(of, mailPath((await readyOf(of)).id, '/cancel')) },
  addRegisteredMailAttachment: { 'a PDF': attaching },
  removeRegisteredMailAttachment: { 'of a draft': ofAttachment },
  getRegisteredMailAttachment: { 'of a draft': ofAttachment },
  sendRegisteredMail: { 'to one recipient': sending(1), 'to 50 recipients': sending(50, '+fail') },
  listRegisteredMailActivity: { 'of a draft': onDraft('/activity') },
  retryRegisteredMailItem: { 'a failed one': retrying },
  refreshRegisteredMailItem: { 'a deposited one': onDeposited('/refresh') },
  answerRecipientUpdate: { accepted: answering(true), rejected: answering(false) },
  simulateItemProgress: {
    delivered: simulating('/progress', { to: 'delivered' }),
    refused: simulating('/progress', { to: 'refused' }),
  },
  simulateRecipientUpdate: { 'another e-mail': simulating('/recipient-updates', { email: 'roe@example.com' }) },
}

/** Callers have listed their mails before. */
export const registeredMailScenarios: Readonly<Record<string, Scenarios>> = Object.fromEntries(
  Object.entries(scenarios).map(([id, own]) => [
    id,
    Object.fromEntries(
      Object.entries(own).map(([name, scenario]) => [
        name,
        async (of: Tenant) => ({ after: `${mailsPath}?entityId=${of.entity.id}`, ...(await scenario(of)) }),
      ]),
    ),
  ]),
)
