/** The command `npm run cost`: what a month costs, from the bench and list prices. */
import { parseArgs } from 'node:util'
import { runCommand } from '../../infra/operations/command.ts'
import { MisunderstoodCommand } from '../../infra/operations/refusal.ts'

const usage = `Says what a month costs on AWS.

  npm run cost -- --requests 100000

  --requests N   requests of the API in the month (default 0: an idle installation)`

await runCommand(
  usage,
  async (args) => {
    const { values } = parseArgs({ args, options: { requests: { type: 'string', default: '0' } } })
    const requests = Number(values.requests)
    if (values.requests.trim() === '' || !Number.isInteger(requests) || requests < 0)
      throw new MisunderstoodCommand('--requests: a whole number of requests, such as 100000.\nSee --help.')
    // Counting the template takes seconds, for which nobody waits who mistyped an option.
    const [{ usualInstallation }, { monthlyBill, requestsPerSignature, totalOf }] = await Promise.all([
      import('./installation.ts'),
      import('./monthly-bill.ts'),
    ])
    const lines = monthlyBill(usualInstallation(), requests)
    const told = (dollars: number) => dollars.toFixed(2).padStart(10)
    console.log(
      `A month with ${requests} requests (${Math.round(requests / requestsPerSignature)} signatures), in dollars:\n`,
    )
    for (const { service, what, dollars } of lines) console.log(`${told(dollars)}  ${service}: ${what}`)
    console.log(`\n${told(totalOf(lines))}  in all`)
  },
  { needsArguments: false },
)
