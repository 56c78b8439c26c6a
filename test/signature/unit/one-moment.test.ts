import { QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { activityOf } from '../../../functions/signature/model/activity.ts'
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

test('no step is before the previous one, though the clock of this machine is behind, and the request says the same times', async () => {
  const sent = sampleRequest({
    signers: [sampleSigner(1, { email: 'jane+sign@example.com' })],
    updatedAt: '2026-03-01T12:00:00.071Z',
  })
  const { table, steps, now } = tableOf(sent)
  let looked = 0
  const clock = () => nowMs - 10 * looked++
  await playSigners({ table, clock, ids: () => uuid(7) }, { requestId: sent.id, signerIds: [uuid(1)] })
  expect(steps.map(({ type, at }) => [type, at])).toEqual(
    ['notified', 'opened', 'signed', 'completed'].map((type) => [type, sent.updatedAt]),
  )
  const [signer] = now().signers
  expect([signer?.signedAt, now().completedAt, now().updatedAt]).toEqual(Array(3).fill(sent.updatedAt))
  expect(activityOf(now(), { steps, downloads: [] }).map(({ type }) => type)).toEqual(steps.map(({ type }) => type))
})
