import { afterEach, describe, expect, it } from 'vitest'
import { cscKeys } from '../../../../functions/signature/vendors/csc/csc-keys.ts'
import { ConnectionRefused } from '../../../../shared/store/vendor-calls.ts'
import { startCscFake } from '../../../fakes/csc-fake.ts'

const settings = ['CSC_PROVIDERS', 'LOCAL_WEBHOOK_RECEIVERS'] as const
afterEach(() => {
  for (const name of settings) delete process.env[name]
})

it.for([401, 403])(
  'a provider that answers %s to the list of keys refuses the connection, not the signer',
  async (status) => {
    await using fake = await startCscFake()
    process.env.LOCAL_WEBHOOK_RECEIVERS = 'allowed'
    const fault = { match: 'credentials/list', times: 1, as: status }
    await fetch(`${new URL(fake.url).origin}/_fake/a/fault`, { method: 'POST', body: JSON.stringify(fault) })
    const credentials = { baseUrl: fake.url, clientId: 'a', clientSecret: 'secret-of-a' }
    const connection = { environment: 'sandbox', credentials, webhookToken: '' } as const
    const asked = cscKeys.credentialOf(connection, 'jane@example.com', AbortSignal.timeout(60_000))
    await expect(asked).rejects.toBeInstanceOf(ConnectionRefused)
  },
)

describe('the provider of a live organization', () => {
  it('is one that the operator lists', async () => {
    await using fake = await startCscFake()
    process.env.LOCAL_WEBHOOK_RECEIVERS = 'allowed'
    const credentials = { baseUrl: `${fake.url}/`, clientId: 'a', clientSecret: 'secret-of-a' }
    const check = (environment: 'live' | 'sandbox') =>
      cscKeys.check({ environment, credentials, webhookToken: '' }, AbortSignal.timeout(60_000))
    await expect(check('live')).rejects.toThrow('does not allow the provider')
    await expect(check('sandbox')).resolves.toBeUndefined()
    process.env.CSC_PROVIDERS = `https://rqes.example.com/csc/v2, ${fake.url}`
    await expect(check('live')).resolves.toBeUndefined()
    process.env.CSC_PROVIDERS = `${fake.url}x`
    await expect(check('live')).rejects.toThrow('does not allow the provider')
  })
})
