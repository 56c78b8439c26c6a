/** The command `npm run audit:heads`: the heads of an organization's audit chains, as the locked bucket has them. */
import { parseArgs } from 'node:util'
import { daysOfOrganization } from './audit-log.ts'
import { note, print, runCommand, valid } from './command.ts'
import { installationOptions, installationUsage, onHeads, withLocalDirectory } from './installation.ts'
import { recordedHeadsOf } from './recorded-heads.ts'

const usage = `Prints the daily heads of an organization's audit chains from the locked bucket, for npm run audit:check.

  npm run --silent audit:heads -- --org ID [--from 2026-01-01] [--to 2026-01-31] > heads.json

  --org ID           the organization
  --from, --to DAY   only these days (UTC), both included; give the same days of the log to audit:check
  --bucket NAME      the bucket (output AuditHeadsBucketName), if you may not read stacks

${installationUsage}

All versions of all objects count, also those behind a delete marker: nobody can remove them before their time. Your credentials
need s3:ListBucketVersions on the bucket, and nothing of the table.`

const options = {
  ...installationOptions,
  bucket: { type: 'string' },
  org: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
} as const

await runCommand(usage, async (given) => {
  const { values } = parseArgs({ args: withLocalDirectory(given), options })
  const { org, from, to } = values
  const asked = valid(daysOfOrganization, { org, from, to })
  await onHeads(values, async ({ s3, bucket }) => {
    const heads = await recordedHeadsOf(s3, bucket, asked)
    note(`${heads.length} heads`)
    await print(heads)
  })
})
