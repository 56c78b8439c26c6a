import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect, it } from 'vitest'
import { requestsOf } from '../../../functions/signature/model/request.ts'
import { getItem, queryIndex } from '../../../shared/store/table.ts'
import { testEmailKey } from '../../../shared/store/test-emails.ts'
import { call } from '../../support/client.ts'
import { nativeDraft, recipient } from '../../support/emails.ts'
import { expectRefused } from '../../support/refused.ts'
import { create, draftFor, pathOf, post, read, settled } from '../../support/signature.ts'
import { type Tenant, table, tenant } from '../../support/tenant.ts'

const sentToday = async ({ org }: Tenant) =>
  Number((await getItem(table(), testEmailKey(org.id, Date.now())))?.sent ?? 0)

/** The test organization has had so many e-mails sent today. */
async function haveSent({ org }: Tenant, sent: number): Promise<void> {
  const Item = { ...testEmailKey(org.id, Date.now()), type: 'test_emails', sent }
  await table().client.send(new PutCommand({ TableName: table().name, Item }))
}

const twoSigners = () => nativeDraft({ signers: [recipient(), recipient()] })

describe.concurrent('the e-mails of a test organization', () => {
  it('are counted when they are asked for', async () => {
    const of = await tenant()
    await create(of, twoSigners())
    expect(await sentToday(of)).toBe(2)
    await create(of, nativeDraft({ ...twoSigners(), draft: true }))
    expect(await sentToday(of)).toBe(2)
  })

  it('are refused above a hundred a day, before anything is written', async () => {
    const of = await tenant()
    await haveSent(of, 99)
    const answer = await post(of, draftFor(of, twoSigners()))
    expectRefused(answer, 'test_mode_daily_email_cap')
    const tomorrow = new Date(Math.ceil(Date.now() / 86_400_000) * 86_400_000).toISOString()
    expect(answer.body.error.details).toEqual({ cap: 100, resetsAt: tomorrow })
    expect(await queryIndex(table(), { index: 'GSI1', partition: requestsOf(of.entity.id), limit: 1 })).toEqual([])
    expect(await sentToday(of)).toBe(99)
  })

  it('are refused by whatever would send them, and the request stays as it is', async () => {
    const of = await tenant()
    const { id } = await create(of, twoSigners())
    const sent = await settled(of, id, 'notified', ({ signers }) =>
      signers.every((of: { status: string }) => of.status === 'notified'),
    )
    const draft = await create(of, nativeDraft({ ...twoSigners(), draft: true }))
    await haveSent(of, 100)
    const [{ id: signerId }] = sent.signers
    const asks = [
      [`${pathOf(draft.id)}/send`, {}],
      [`${pathOf(sent.id)}/signers/${signerId}/remind`, {}],
      [`${pathOf(sent.id)}/extend`, { expiresInDays: 40 }],
      [`${pathOf(sent.id)}/cancel`, {}],
    ] as const
    for (const [path, json] of asks)
      expectRefused(await call('POST', path, { token: of.token, json }), 'test_mode_daily_email_cap')
    const correction = { email: recipient().email }
    const path = `${pathOf(sent.id)}/signers/${signerId}`
    expectRefused(await call('PATCH', path, { token: of.token, json: correction }), 'test_mode_daily_email_cap')
    expect(await read(of, sent.id)).toMatchObject({ status: 'pending_signature', expiresAt: sent.expiresAt })
    expect((await read(of, draft.id)).status).toBe('draft')
  })

  it('are not limited in live organizations', async () => {
    const of = await tenant({ livemode: true })
    await create(of, twoSigners())
    expect(await sentToday(of)).toBe(0)
  })
})
