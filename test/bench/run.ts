/** The command `npm run bench`: prints tables of ratios and counts, and the same as JSON with `--json`. */
import { bundleFunctions } from '../../infra/bundle.ts'
import { bundleSizes } from './bundle-sizes.ts'
import { sealCosts } from './seal-costs.ts'
import { startTimes } from './start-times.ts'

await bundleFunctions()
const results = {
  'Size of what a function loads at its start (KB)': bundleSizes(),
  'Time to load it, as a ratio to a DynamoDB client alone': await startTimes(),
  'Time to stamp and seal, as a ratio to the SHA-256 of the same bytes': await sealCosts(),
}
if (process.argv.includes('--json')) console.log(JSON.stringify(results, null, 2))
else
  for (const [title, rows] of Object.entries(results)) {
    console.log(`\n${title}`)
    console.table(rows)
  }
