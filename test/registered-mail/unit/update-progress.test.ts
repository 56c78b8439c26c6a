import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { expect, it } from 'vitest'
import { progressOnce } from '../../../functions/registered-mail/jobs/update-progress.ts'
import { systemIds } from '../../../shared/platform/ids.ts'

it('of messages that came together, each mail is read once', async () => {
  // Given a table that counts what is asked of it, and holds no mail
  let asked = 0
  const requestHandler = {
    handle: async () => {
      asked += 1
      return { response: { statusCode: 200, headers: {}, body: new TextEncoder().encode('{"Items":[]}') } }
    },
  }
  const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' }
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'eu-west-3', credentials, requestHandler }))
  // When five messages of two mails are worked off
  const update = progressOnce({ table: { name: 'table', client }, clock: Date.now, ids: systemIds })
  await Promise.all(['a', 'b', 'a', 'a', 'b'].map((mailId) => update(mailId)))
  // Then each mail was read once
  expect(asked).toBe(2)
})
