/** The command `npm run cost`: what a month costs, from the bench and list prices. */
import { parseArgs } from 'node:util'
import { usualInstallation } from './installation.ts'
import { monthlyBill, requestsPerSignature, totalOf } from './monthly-bill.ts'

const usage = `Says what a month costs on AWS.

  npm run cost -- --requests 100000

  --requests N   requests of the API in the month (default 0: an idle installation)`

const { values } = parseArgs({ options: { requests: { type: 'string', default: '0' }, help: { type: 'boolean' } } })
const requests = Number(values.requests)
if (values.help || !Number.isInteger(requests) || requests < 0) {
  console.log(usage)
  process.exitCode = values.help ? 0 : 2
} else {
  const lines = monthlyBill(usualInstallation(), requests)
  const told = (dollars: number) => dollars.toFixed(2).padStart(10)
  console.log(
    `A month with ${requests} requests (${Math.round(requests / requestsPerSignature)} signatures), in dollars:\n`,
  )
  for (const { service, what, dollars } of lines) console.log(`${told(dollars)}  ${service}: ${what}`)
  console.log(`\n${told(totalOf(lines))}  in all`)
}
