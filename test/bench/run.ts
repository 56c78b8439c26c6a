/** The command `npm run bench`: prints tables of ratios, counts and costs, and the same as JSON with `--json`. */
import { parseArgs } from 'node:util'
import { bundleFunctions } from '../../infra/build/bundle.ts'
import { type MeteredCloud, startMeteredCloud } from '../costs/metered-cloud.ts'
import { backgroundCosts } from './background-costs.ts'
import { bundleSizes } from './bundle-sizes.ts'
import { printed, type Table } from './cells.ts'
import { contactGrowth } from './contact-growth.ts'
import { importCosts } from './import-costs.ts'
import { listGrowth } from './list-growth.ts'
import { mailGrowth } from './mail-growth.ts'
import { operationCosts } from './operation-costs.ts'
import { parserCosts } from './parser-costs.ts'
import { requestCosts } from './request-costs.ts'
import { sealCosts } from './seal-costs.ts'
import { startTimes } from './start-times.ts'
import { taskGrowth } from './task-growth.ts'
import { throughput } from './throughput.ts'
import { deliveryCosts, retryTransitions } from './webhook-costs.ts'
import { fanoutCosts } from './webhook-fanout.ts'
import { deliverySpeed } from './webhook-speed.ts'

const help = `Measures what things cost.

  npm run bench -- [sections] [options]

  sections: sizes starts cpu seals operations background webhooks growth contacts tasks mails imports throughput (default: all)
  --json            the tables as JSON
  --sizes 100,1000  how many records the lists of "growth", "contacts", "tasks" and "mails" have (default 100,1000,10000,100000)
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    sizes: { type: 'string', default: '100,1000,10000,100000' },
    help: { type: 'boolean', default: false },
  },
})

let started: Promise<MeteredCloud> | undefined
const metered = () => (started ??= startMeteredCloud())
const stopMetering = async () => {
  await (await started)?.close()
  started = undefined
}

/** Gives tables by their titles. */
type Section = () => Promise<Record<string, Table>>

const sections: Readonly<Record<string, Section>> = {
  sizes: async () => ({
    'Size of what a function loads: at its start, and with what it may load later (KB)': await bundleSizes(),
  }),
  starts: async () => ({ 'Time to load it, as a ratio to a DynamoDB client alone': await startTimes() }),
  cpu: async () => ({
    'CPU of our own code for a request, as a multiple of one verification of its token': await requestCosts(),
  }),
  seals: async () => ({
    'What a seal on 15 MB costs: time as a ratio to the SHA-256 of the same bytes, and memory': await sealCosts(),
  }),
  operations: async () => ({
    'What operations cost: calls and units of one request, dollars of a million': await operationCosts(await metered()),
  }),
  background: async () => ({
    'What jobs cost: calls and units of one invocation, dollars of a million': await backgroundCosts(await metered()),
  }),
  webhooks: async () => ({
    'What deliveries take: each of them, and dollars of a million': await deliveryCosts(await metered()),
    'States that the machine of retries enters': retryTransitions(await metered()),
    'What spreading an event takes, by its subscriptions, and as many times one': await fanoutCosts(await metered()),
    'From commit to receipt through the whole local stack': await inRealTime(deliverySpeed),
  }),
  growth: async () => await listGrowth(await metered(), sizesFrom(values.sizes)),
  contacts: async () => await contactGrowth(await metered(), sizesFrom(values.sizes)),
  tasks: async () => await taskGrowth(await metered(), sizesFrom(values.sizes)),
  mails: async () => await mailGrowth(await metered(), sizesFrom(values.sizes)),
  imports: async () => ({
    'What an import of 5,000 rows takes, 10 ms a call': await importCosts(),
    'The slowest 64 KB of what is meant to be slow to read': parserCosts(),
  }),
  throughput: async () => ({
    'Through the whole local stack, 8 requests in flight': await inRealTime(throughput),
  }),
}

/** The clock of the metered cloud is not that of the world. */
async function inRealTime<Result>(measure: () => Promise<Result>): Promise<Result> {
  await stopMetering()
  return await measure()
}

function sizesFrom(text: string): number[] {
  return text
    .split(',')
    .map(Number)
    .filter((size) => Number.isInteger(size) && size > 0)
    .toSorted((a, b) => a - b)
}

async function run(): Promise<void> {
  const unknown = positionals.filter((name) => !Object.hasOwn(sections, name))
  if (values.help || unknown.length > 0) return console.log(help)
  const chosen = Object.entries(sections).filter(([name]) => positionals.length === 0 || positionals.includes(name))
  await bundleFunctions()
  const results: Record<string, Table> = {}
  for (const [, section] of chosen)
    try {
      for (const [title, table] of Object.entries(await section())) {
        results[title] = table
        if (!values.json) tell(title, table)
      }
    } finally {
      // What a section leaves behind, such as seals that nobody makes, is due in its own cloud alone.
      await stopMetering()
    }
  if (values.json) console.log(JSON.stringify(results, null, 2))
}

function tell(title: string, table: Table): void {
  console.log(`\n${title}`)
  console.table(printed(table))
}

await run()
