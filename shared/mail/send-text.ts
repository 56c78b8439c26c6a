import { randomUUID } from 'node:crypto'
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { timestamp } from '../platform/clock.ts'
import { logError } from '../platform/log.ts'
import { smsObstacle } from '../platform/phone.ts'
import { fromItem, toItem } from '../store/collection.ts'
import type { Platform } from '../store/platform.ts'
import type { Table } from '../store/table.ts'
import { idOfOccasion, type Occasion } from './mail.ts'
import { type TextMessage, type TextSender, textMessageKey, textMessages } from './text-message.ts'

/**
 * Sends the SMS of an occasion, to a number in E.164. At most once: SNS tells nothing of an SMS afterwards, so when its
 * answer is lost it is never known whether it was sent. A second try would come when the code of the first is no use any
 * more, and costs as much again; a person who waits for a code asks for another one, which is another cause.
 * Whether SMS go to the country was judged when the person was named; numbers that cost a multiple never get one.
 * Gives how the SMS stands. Throws where SNS is busy and certainly sent nothing: then the same cause may be tried again.
 */
export async function sendText(
  { table, clock, textSender }: Platform & { readonly textSender: TextSender },
  occasion: Occasion & Pick<TextMessage, 'testOrgId'>,
  text: string,
): Promise<TextMessage['status']> {
  const { recipient, kind, testOrgId } = occasion
  const id = idOfOccasion(occasion)
  const obstacle = await smsObstacle(recipient, null)
  if (obstacle) {
    await logError('an SMS may not be sent to its number', new Error(obstacle), { id, kind })
    return 'refused'
  }
  const claim = { status: 'claimed', holder: randomUUID(), snsMessageId: null } as const
  const mine: TextMessage = { id, recipient, kind, createdAt: timestamp(clock()), ...claim, testOrgId }
  const found = await claimText(table, mine)
  if (found) return found.status
  try {
    const handover = await textSender(recipient, text)
    if (handover.outcome !== 'taken') await logError('an SMS was refused', handover.error, { id, kind })
    if (handover.outcome === 'busy') return await giveBack(table, mine, handover.error)
    const isTaken = handover.outcome === 'taken'
    const status = isTaken ? 'sent' : 'refused'
    await note(table, { ...mine, status, snsMessageId: isTaken ? handover.snsMessageId : null })
    return status
  } catch (error) {
    if (error instanceof TextBusy) throw error
    await logError('it is not known whether an SMS was sent', error, { id, kind })
    return 'claimed'
  }
}

/** SNS takes no SMS now; this one was not sent. */
export class TextBusy extends Error {
  override name = 'TextBusy'
}

/** Gives what another call has claimed, or null when it is this one's now. */
async function claimText(table: Table, mine: TextMessage): Promise<TextMessage | null> {
  try {
    await table.client.send(
      new PutCommand({
        TableName: table.name,
        Item: toItem(textMessages, mine),
        ConditionExpression: 'attribute_not_exists(PK)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    )
    return null
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException && error.Item)) throw error
    const found = fromItem(textMessages, unmarshall(error.Item))
    // The SDK tried again after its first try had arrived: the claim is this call's own.
    return found.holder === mine.holder ? null : found
  }
}

async function note(table: Table, message: TextMessage): Promise<void> {
  const Item = toItem(textMessages, message)
  await table.client.send(new PutCommand({ TableName: table.name, Item }))
}

async function giveBack(table: Table, { id }: TextMessage, cause: Error): Promise<never> {
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: textMessageKey(id) }))
  throw new TextBusy('the SMS could not be sent now', { cause })
}
