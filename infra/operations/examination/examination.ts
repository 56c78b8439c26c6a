import { deliverableAddress, readAddress } from '../../../shared/mail/address.ts'
import {
  type AccountClients,
  functionsAtOnce,
  hasSubscriber,
  mailAccount,
  mailDomain,
  settingsOf,
  smsAccount,
  tableProtection,
} from './account.ts'

/** `missing`: something does not work yet. `advice`: it works, and will hurt later. */
export interface Finding {
  readonly state: 'ok' | 'missing' | 'advice'
  readonly about: string
  readonly text: string
}

const ok = (about: string, text: string): Finding => ({ state: 'ok', about, text })
const missing = (about: string, text: string): Finding => ({ state: 'missing', about, text })
const advice = (about: string, text: string): Finding => ({ state: 'advice', about, text })

const usualConcurrency = 1000

/** Looks at everything that the runbook asks for, in its order. What cannot be looked at says so, and stops nothing else. */
export async function examine(clients: AccountClients, stack: string): Promise<Finding[]> {
  const parts: readonly (readonly [string, () => Promise<Finding[]>])[] = [
    ['Lambda', () => concurrency(clients)],
    ['SES', () => mail(clients, stack)],
    ['SNS', () => sms(clients)],
    ['Stack', () => deployment(clients, stack)],
  ]
  const findings = await Promise.all(parts.map(([about, look]) => looked(about, look)))
  return findings.flat()
}

async function looked(about: string, look: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look()
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    return [missing(about, `It could not be looked at (${reason}).`)]
  }
}

async function concurrency(clients: AccountClients): Promise<Finding[]> {
  const atOnce = await functionsAtOnce(clients)
  if (atOnce >= usualConcurrency) return [ok('Lambda', `${atOnce} functions may run at once.`)]
  return [
    missing(
      'Lambda',
      `Only ${atOnce} functions may run at once. Ask for ${usualConcurrency} (quota L-B99A9384). Do not give -c reservedConcurrency=on before.`,
    ),
  ]
}

async function mail(clients: AccountClients, stack: string): Promise<Finding[]> {
  const { isInSandbox, isSending, perDay } = await mailAccount(clients)
  const account = [
    isInSandbox
      ? missing('SES', 'The account is in the sandbox: it sends only to verified addresses. Request production access.')
      : ok('SES', `The account sends ${perDay} e-mails a day.`),
    ...(isSending
      ? []
      : [missing('SES', 'AWS has stopped the account from sending. See the reputation in the console.')]),
  ]
  const settings = await settingsOf(clients, `${stack}-member-letters`)
  if (!settings) return account
  const address = deliverableAddress(readAddress(settings.MAIL_FROM ?? '').address)
  if (!address)
    return [...account, missing('SES', 'Nobody can be written to. Deploy with -c mailFrom="Name <address>".')]
  return [...account, ...(await senderDomain(clients, address.slice(address.indexOf('@') + 1)))]
}

async function senderDomain(clients: AccountClients, domain: string): Promise<Finding[]> {
  const [known, texts] = await Promise.all([mailDomain(clients, domain), clients.texts(`_dmarc.${domain}`)])
  const policy = texts.find((text) => /^v=DMARC1\b/i.test(text))
  return [
    known?.isVerified
      ? ok('DKIM', `${domain} is verified.`)
      : missing('DKIM', `${domain} is not verified. Add the records of the outputs MailDns1 to MailDns3 to its DNS.`),
    known?.mailFrom
      ? known.mailFrom.isFound
        ? ok('MAIL FROM', `${known.mailFrom.name} is set up.`)
        : missing('MAIL FROM', `${known.mailFrom.name} lacks its records. Add those of MailDns4 and MailDns5.`)
      : advice('MAIL FROM', `The envelope of e-mails names SES. Deploy with -c mailFromDomain=bounces.${domain}.`),
    policy
      ? ok('DMARC', policy)
      : advice(
          'DMARC',
          `${domain} has no DMARC policy. Add the text "v=DMARC1; p=none; rua=mailto:…" at _dmarc.${domain}.`,
        ),
  ]
}

async function sms(clients: AccountClients): Promise<Finding[]> {
  const { isInSandbox, dollarsPerMonth } = await smsAccount(clients)
  return [
    isInSandbox
      ? missing(
          'SNS',
          'The account is in the sandbox of SMS: codes go only to verified numbers. Leave it in the console.',
        )
      : ok('SNS', 'SMS go to every number.'),
    dollarsPerMonth <= 1
      ? missing('SNS', `SMS stop at ${dollarsPerMonth} dollars a month. Raise the spending quota.`)
      : ok('SNS', `SMS may cost ${dollarsPerMonth} dollars a month.`),
  ]
}

async function deployment(clients: AccountClients, stack: string): Promise<Finding[]> {
  const [table, topic, baseUrl] = await Promise.all(['TableName', 'AlarmTopicArn', 'BaseUrl'].map(clients.output))
  if (!table || !topic || !baseUrl)
    return [missing('Stack', `${stack} is not deployed in this region: npm run deploy.`)]
  const [isBootstrapped, isTold, { isRecoverable, isUndeletable }] = await Promise.all([
    clients.hasProvider(table),
    hasSubscriber(clients, topic),
    tableProtection(clients, table),
  ])
  return [
    ok('Stack', `${stack} answers at ${baseUrl}.`),
    isBootstrapped
      ? ok('Bootstrap', 'There is a provider.')
      : missing('Bootstrap', 'The installation is empty: npm run bootstrap.'),
    isTold
      ? ok('Alarms', 'Somebody gets them.')
      : missing('Alarms', 'Nobody gets them. Deploy with -c alarmMail=…, and confirm the e-mail of SNS.'),
    isRecoverable && isUndeletable
      ? ok('Table', 'It can be restored to any second of 35 days, and is protected from being deleted.')
      : missing('Table', 'Switch on its deletion protection and point-in-time recovery.'),
    baseUrl.includes('.execute-api.')
      ? advice(
          'Domain',
          'The address is that of the gateway. Choose a domain before the first user: -c domain=… -c hostedZone=…',
        )
      : ok('Domain', baseUrl),
  ]
}
