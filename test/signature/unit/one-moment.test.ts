import { QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { commitSteps, stepsOf } from '../../../functions/signature/model/commit-steps.ts'
import { type RequestRecord, requests } from '../../../functions/signature/model/request.ts'
import type { Step } from '../../../functions/signature/model/step.ts'
import { playSigners } from '../../../functions/signature/simulated-vendor/play-signers.ts'
import { recordsOf, toItem } from '../../../shared/store/collection.ts'
import type { Table } from '../../../shared/store/table.ts'
import { nowMs, sampleRequest, sampleSigner, uuid } from './sample-request.ts'

/** A table of one request, whose writes are taken as they come. */
function tableOf(request: RequestRecord) {
  let record = request
  const steps: Step[] = []
  const send = async (command: unknown) => {
    if (command instanceof QueryCommand) return { Items: [toItem(requests, record)] }
    if (!(command instanceof TransactWriteCommand)) throw new Error('that is not asked of a table here')
    const items = (command.input.TransactItems ?? []).flatMap(({ Put }) => (Put?.Item ? [Put.Item] : []))
    record = recordsOf(requests, items)[0] ?? record
    steps.push(...recordsOf(commitSteps, items).flatMap(stepsOf))
    return {}
  }
  return { table: { name: 'table', client: { send } } as unknown as Table, steps, now: () => record }
}

test('what a request says of the time of a step is what its chain says, however fast time goes', async () => {
  const { table, steps, now } = tableOf(
    sampleRequest({ signers: [sampleSigner(1, { email: 'jane+sign@example.com' })] }),
  )
  let looked = 0
  const clock = () => nowMs + 1_000 * looked++
  await playSigners({ table, clock, ids: () => uuid(7) }, { requestId: now().id, signerIds: [uuid(1)] })
  const [signer] = now().signers
  const at = (type: string) => steps.find((step) => step.type === type)?.at
  expect([at('notified'), at('opened'), at('signed'), at('completed')]).toEqual([
    signer?.notifiedAt,
    signer?.openedAt,
    signer?.signedAt,
    now().completedAt,
  ])
  expect(new Set([at('notified'), at('opened'), at('signed')]).size).toBe(3)
})
