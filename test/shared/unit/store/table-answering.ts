import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import type { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import * as v from 'valibot'
import type { Author } from '../../../../shared/store/audit.ts'
import type { Collection } from '../../../../shared/store/collection.ts'
import type { Table } from '../../../../shared/store/table.ts'

export const author: Author = {
  actor: { type: 'system', id: null, name: 'test' },
  requestId: 'r',
  ip: null,
  userAgent: null,
}

/** Things that have a version. */
export const things: Collection<{ id: string; version: number }> = {
  name: 'thing',
  schema: v.object({ id: v.string(), version: v.number() }),
  key: ({ id }) => ({ PK: `THING#${id}`, SK: 'THING' }),
}

/** A table that answers each transaction as told: the reasons of its cancellation, or null when it is carried out. */
export function tableAnswering(answers: readonly (readonly string[] | Error | null)[]) {
  const sent: TransactWriteCommand[] = []
  const send = async (command: TransactWriteCommand) => {
    const answer = answers[Math.min(sent.length, answers.length - 1)]
    sent.push(command)
    if (answer instanceof Error) throw answer
    if (answer)
      throw new TransactionCanceledException({
        $metadata: {},
        message: 'Transaction cancelled',
        CancellationReasons: answer.map((Code) => ({ Code })),
      })
    return {}
  }
  return { table: { name: 'table', client: { send } } as unknown as Table, sent }
}
