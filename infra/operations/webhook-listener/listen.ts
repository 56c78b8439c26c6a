/** The command `npm run webhooks:listen`: a receiver of webhooks to try subscriptions with. */
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { systemClock } from '../../../shared/platform/clock.ts'
import { startWebhookReceiver } from './receiver.ts'

const usage = `Receives webhooks on this machine, verifies them and prints them.

  npm run webhooks:listen -- [options]

  --port N        the port to listen on (default 8088)
  --secret SECRET the signing secret of the subscription (whsec_…), default WEBHOOK_SECRET. Without it nothing is verified
  --status N      the status to answer (default 200); 500 shows retries
  --help          show this text

While npm start runs, subscribe to http://localhost:8088/. Ctrl-C stops the command.`

/** A command that cannot be understood as it was given. */
class Misunderstood extends Error {}

const wholeNumber = v.pipe(v.string(), v.regex(/^\d{1,5}$/, 'Give a whole number.'), v.transform(Number))
const optionsSchema = v.object({
  port: v.pipe(wholeNumber, v.maxValue(65_535, 'Give at most 65535.')),
  status: v.pipe(wholeNumber, v.minValue(200, 'Give at least 200.'), v.maxValue(599, 'Give at most 599.')),
  secret: v.optional(
    v.pipe(v.string(), v.startsWith('whsec_', 'Give the secret of the subscription, which starts with whsec_.')),
  ),
  help: v.boolean(),
})

function optionsGiven(): v.InferOutput<typeof optionsSchema> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8088' },
      status: { type: 'string', default: '200' },
      secret: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const { success, output, issues } = v.safeParse(optionsSchema, values)
  if (success) return output
  throw new Misunderstood(issues.map((issue) => `--${v.getDotPath(issue)}: ${issue.message}`).join('\n'))
}

async function listen(): Promise<void> {
  const { help, secret = process.env.WEBHOOK_SECRET || null, ...options } = optionsGiven()
  if (help) return void console.log(usage)
  const receiver = await startWebhookReceiver({ ...options, secret, now: systemClock, print: console.log })
  console.log(`Listening on http://localhost:${receiver.port}/, answering ${options.status}.`)
  if (secret === null) console.log('Signatures are not verified: give --secret or set WEBHOOK_SECRET.')
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await receiver.close()
}

try {
  await listen()
} catch (error) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const isMisunderstood = error instanceof Misunderstood || code.startsWith('ERR_PARSE_ARGS')
  if (!(error instanceof Error) || (!isMisunderstood && code !== 'EADDRINUSE')) throw error
  console.error(isMisunderstood ? `${error.message}\nSee --help.` : 'The port is in use. Choose another --port.')
  process.exitCode = isMisunderstood ? 2 : 1
}
