import { parseArgs } from 'node:util'
import type { Subscription } from '../../functions/webhooks/model/webhook.ts'
import { toWebhook } from '../../functions/webhooks/model/webhook-view.ts'
import type { Table } from '../../shared/store/table.ts'
import { overlapMsIn } from './application-input.ts'
import { note, print } from './command.ts'
import { installationOptions, onInstallation, onTable, webhookKeyOptions } from './installation.ts'
import { demandReader } from './output.ts'
import {
  addWebhook,
  alterWebhook,
  disableWebhook,
  enableWebhook,
  listWebhooks,
  type NamedWebhook,
  removeWebhook,
  replayWebhook,
  rotateWebhook,
  testWebhook,
} from './partner-webhooks.ts'
import { MisunderstoodCommand } from './refusal.ts'
import { resealWebhooks } from './reseal-webhooks.ts'
import { changeOf, changeOptions, describedWebhook, replayOf, replayOptions, webhookOptions } from './webhook-input.ts'

const ofApplication = { ...installationOptions, application: { type: 'string' } } as const
const ofOne = { options: ofApplication, allowPositionals: true } as const

/** What `npm run partner -- webhook` does to the subscriptions of an application. */
const verbs: Readonly<Record<string, (args: string[]) => Promise<void>>> = {
  async add(args) {
    const { values } = parseArgs({ args, options: { ...ofApplication, ...webhookKeyOptions, ...webhookOptions } })
    const { url, events, description, test } = values
    const asked = { applicationId: applicationIn(values), ...describedWebhook({ url, events, description, test }) }
    demandReader()
    await onInstallation(values, async (installation) => {
      const nowMs = Date.now()
      const { subscription, secret } = await addWebhook(installation, asked, nowMs)
      note('The secret is shown only once. Store it now.')
      await print({ ...toWebhook(subscription, nowMs), secret }, lostSecretOf(subscription, asked.applicationId))
    })
  },
  async list(args) {
    const { values } = parseArgs({ args, options: ofApplication })
    const applicationId = applicationIn(values)
    await onTable(values, async (table) => {
      const nowMs = Date.now()
      await print((await listWebhooks(table, applicationId)).map((subscription) => toWebhook(subscription, nowMs)))
    })
  },
  async rotate(args) {
    const options = { ...ofApplication, ...webhookKeyOptions, 'overlap-hours': { type: 'string' } } as const
    const parsed = parseArgs({ args, options, allowPositionals: true })
    const [overlapMs, named] = [overlapMsIn(parsed.values), namedIn(parsed)]
    demandReader()
    await onInstallation(parsed.values, async (installation) => {
      const { subscription, secret } = await rotateWebhook(installation, named, overlapMs)
      note('The secret is shown only once. Store it now.')
      await print({ ...toWebhook(subscription, named.nowMs), secret }, lostSecretOf(subscription, named.applicationId))
    })
  },
  async change(args) {
    const parsed = parseArgs({ args, options: { ...ofApplication, ...changeOptions }, allowPositionals: true })
    const [change, named] = [changeOf(parsed.values), namedIn(parsed)]
    await onInstallation(parsed.values, async (installation) =>
      print(shown(await alterWebhook(installation, named, change), named)),
    )
  },
  async reseal(args) {
    const { values } = parseArgs({ args, options: { ...installationOptions, ...webhookKeyOptions } })
    await onInstallation(values, async ({ table, webhookKeys }) =>
      print(await resealWebhooks(table, await webhookKeys())),
    )
  },
  test: (args) => onOne(args, testWebhook),
  async replay(args) {
    const parsed = parseArgs({ args, options: { ...ofApplication, ...replayOptions }, allowPositionals: true })
    const [asked, named] = [replayOf(parsed.values), namedIn(parsed)]
    await onTable(parsed.values, async (table) => print({ count: await replayWebhook(table, named, asked) }))
  },
  disable: (args) => onOne(args, async (table, named) => shown(await disableWebhook(table, named), named)),
  enable: (args) => onOne(args, async (table, named) => shown(await enableWebhook(table, named), named)),
  remove: (args) =>
    onOne(args, async (table, named) => ({ ...shown(await removeWebhook(table, named), named), removed: true })),
}

export async function onWebhooks([verb = '', ...args]: string[]): Promise<void> {
  const act = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (!act)
    throw new MisunderstoodCommand(
      `${`webhook ${verb}`.trim()} is not a command. Commands: ${Object.keys(verbs).join(', ')}.\nSee --help.`,
    )
  await act(args)
}

async function onOne(args: string[], act: (table: Table, named: NamedWebhook) => Promise<object>): Promise<void> {
  const parsed = parseArgs({ args, ...ofOne })
  const named = namedIn(parsed)
  await onTable(parsed.values, async (table) => print(await act(table, named)))
}

function lostSecretOf({ webhook: { id } }: Subscription, applicationId: string): string {
  const another = `npm run partner -- webhook rotate ${id} --application ${applicationId}`
  return `The webhook ${id} has a secret that nobody knows. Make another one: ${another}`
}

function shown(subscription: Subscription, { nowMs }: NamedWebhook) {
  return toWebhook(subscription, nowMs)
}

interface Given {
  readonly values: { readonly application?: string }
  readonly positionals: readonly string[]
}

function namedIn({ values, positionals }: Given): NamedWebhook {
  const [webhookId, ...others] = positionals
  if (!webhookId || others.length > 0)
    throw new MisunderstoodCommand('Give the id of exactly one webhook.\nSee --help.')
  return { applicationId: applicationIn(values), webhookId: webhookId.toLowerCase(), nowMs: Date.now() }
}

function applicationIn({ application }: Given['values']): string {
  if (!application) throw new MisunderstoodCommand('--application: it is required.\nSee --help.')
  return application
}
