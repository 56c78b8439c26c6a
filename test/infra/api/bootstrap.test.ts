import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { KMSClient } from '@aws-sdk/client-kms'
import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openGateway } from '../../../infra/local/gateway.ts'
import { type Hosting, startHosting } from '../../../infra/local/hosting.ts'
import { tableOf } from '../../../infra/local/local-table.ts'
import { synthesizedTemplate } from '../../../infra/local/synthesized-template.ts'
import { tokenOf } from '../../../infra/local/workspace.ts'
import { closeTable, type Table } from '../../../shared/store/table.ts'
import { call } from '../../support/client.ts'
import { asOptions, command, onTestCloud } from '../../support/commands.ts'
import { auditLogOf } from '../../support/inspection.ts'
import { expectRefused } from '../../support/refused.ts'
import { userToken } from '../../support/tenant.ts'
import { until } from '../../support/until.ts'

type Given = Readonly<Record<string, string>>

/** What an installation is founded with that nobody else has. */
function founding(more: Given = {}): Given {
  const slug = `maison-${crypto.randomUUID().slice(0, 8)}`
  return {
    provider: 'Maison Durand',
    slug,
    organization: 'Durand & fils',
    entity: 'Siège',
    locale: 'fr',
    'owner-email': `Owner@${slug}.example`,
    'owner-first-name': 'Jeanne',
    'owner-last-name': 'Durand',
    ...more,
  }
}

const bootstrap = (given: Given) => command('bootstrap', [...asOptions(given), onTestCloud()])

/** Each command is a process of its own, on a machine that may be busy. */
describe.concurrent('bootstrap', () => {
  it('makes an organization in which its owner can begin at once', async () => {
    const given = founding()
    const { code, told } = await bootstrap(given)
    expect([code, told.created]).toEqual([0, true])
    const page = await fetch(told.console)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const token = await userToken(told.owner.id)
    const me = await call('GET', '/v1/me', { token })
    expect(me.body).toMatchObject({
      principalType: 'user',
      user: { id: told.owner.id, email: given['owner-email'], firstName: 'Jeanne', lastName: 'Durand', locale: 'fr' },
      provider: { id: told.provider.id, name: 'Maison Durand', slug: given.slug },
      orgs: [{ id: told.organization.id, name: 'Durand & fils', role: { key: 'owner' } }],
    })
    const nodes = await call('GET', `/v1/orgs/${told.organization.id}/nodes`, { token })
    expect(nodes.body.results.map(({ id, name }: { id: string; name: string }) => [id, name])).toContainEqual([
      told.entity.id,
      'Siège',
    ])
    const json = {
      email: `m@${given.slug}.example`,
      firstName: 'Max',
      lastName: 'M',
      nodeId: told.entity.id,
      role: 'member',
    }
    const invited = await call('POST', `/v1/orgs/${told.organization.id}/members`, { token, json })
    expect([invited.status, invited.body.locale]).toEqual([201, 'fr'])
  })

  it('leaves a trace in the audit log of the organization', async () => {
    const given = founding()
    const { told } = await bootstrap(given)
    const { organization, entity, owner } = told
    const actor = { type: 'system', id: null, name: 'Sealpost' }
    expect(await auditLogOf(organization.id)).toMatchObject([
      { action: 'organization.created', actor, target: { id: organization.id, label: 'Durand & fils' } },
      { action: 'node.created', actor, target: { id: entity.id, label: 'Siège' }, nodeId: entity.id },
      { action: 'member.added', actor, target: { id: owner.membershipId, label: given['owner-email'] } },
    ])
  })

  it('counts what it makes as everything else is counted', async () => {
    const { told } = await bootstrap(founding())
    const token = await userToken(told.owner.id)
    const role = await call('PATCH', `/v1/memberships/${told.owner.membershipId}`, { token, json: { role: 'admin' } })
    expectRefused(role, 'last_owner')
    expect((await call('DELETE', `/v1/nodes/${told.entity.id}`, { token })).status).toBe(204)
  })

  it('makes nothing twice, and tells the same ids once more', async () => {
    const given = founding()
    const first = await bootstrap(given)
    const again = await bootstrap({ ...given, 'owner-email': given['owner-email']?.toLowerCase() ?? '' })
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('Everything exists already')])
    expect(again.told).toEqual({
      ...first.told,
      created: false,
      owner: { ...first.told.owner, email: expect.any(String) },
    })
    expect(await auditLogOf(first.told.organization.id)).toHaveLength(3)
  })

  it('makes one installation of two commands at the same moment', async () => {
    const given = founding()
    const [one, other] = await Promise.all([bootstrap(given), bootstrap(given)])
    expect([one?.code, other?.code]).toEqual([0, 0])
    expect([one?.told.created, other?.told.created].filter(Boolean)).toHaveLength(1)
    expect(one?.told.organization).toEqual(other?.told.organization)
  })

  it('does nothing where the slug is that of something else, and says how they differ', async () => {
    const given = founding()
    await bootstrap(given)
    const other = await bootstrap({ ...given, organization: 'Another' })
    expect([other.code, other.told]).toEqual([1, ''])
    expect(other.stderr).toContain('--organization was "Durand & fils" and is now "Another"')
    expect(other.stderr).toContain('Choose another --slug')
    expect((await bootstrap(founding({ slug: 'demo' }))).stderr).toContain(
      'The slug demo already belongs to the provider',
    )
  })

  it('does nothing where the e-mail of the owner has an account', async () => {
    const given = founding()
    await bootstrap(given)
    const other = founding({ 'owner-email': given['owner-email']?.toUpperCase() ?? '' })
    const { code, stderr } = await bootstrap(other)
    expect([code, stderr]).toEqual([1, expect.stringContaining('Give another --owner-email')])
    const listed = await command('partner', ['list', '--provider', other.slug ?? '', onTestCloud()])
    expect([listed.code, listed.stderr]).toEqual([
      1,
      expect.stringContaining(`no provider with the slug ${other.slug}`),
    ])
  })

  it.for([
    ['a slug with capitals', { slug: 'Maison' }, '--slug'],
    ['an option that is none', { town: 'Paris' }, "'--town'"],
  ] as const)('is not understood with %s', async ([, more, told]) => {
    const { code, stderr } = await bootstrap(founding(more))
    expect([code, stderr]).toEqual([2, expect.stringContaining(told)])
  })

  it('asks for everything that is missing', async () => {
    const { code, stderr } = await command('bootstrap', [onTestCloud()])
    expect(code).toBe(2)
    for (const option of ['provider', 'slug', 'organization', 'entity', 'owner-email', 'owner-first-name'])
      expect(stderr).toContain(`--${option}: it is required.`)
  })

  it('says so where no local cloud runs', async () => {
    const { code, stderr } = await command('bootstrap', [...asOptions(founding()), '--local=/nowhere'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('No local cloud is running with /nowhere')])
  })
})

describe('bootstrap of an installation on AWS, whose table is empty', () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'sealpost-empty-'))
  const credentials = { AWS_ACCESS_KEY_ID: 'operator', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'us-east-1' }
  const asked: { authorization: string; query: URLSearchParams }[] = []
  const cloudFormation = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams
    asked.push({ authorization: request.headers.authorization ?? '', query })
    if (query.get('StackName') === 'sealpost') return response.end(answerWith(service.resources))
    response
      .writeHead(400)
      .end('<ErrorResponse><Error><Message>Stack with id x does not exist</Message></Error></ErrorResponse>')
  })
  let settings: Record<string, string>
  /** The service as it is deployed: nobody has made anything in it. */
  let service: Hosting
  let emptyTable: Table

  beforeAll(async () => {
    const [template, gateway] = [await synthesizedTemplate(() => {}), await openGateway(0)]
    service = await startHosting({ template, gateway, dataDirectory, speed: 1 })
    emptyTable = tableOf(service)
    await new Promise<void>((resolve) => cloudFormation.listen(0, '127.0.0.1', resolve))
    const address = cloudFormation.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const endpoints = {
      AWS_ENDPOINT_URL_DYNAMODB: service.endpoints.dynamodb,
      AWS_ENDPOINT_URL_CLOUDFORMATION: `http://127.0.0.1:${port}`,
    }
    settings = { ...credentials, ...endpoints }
  })
  afterAll(async () => {
    cloudFormation.close()
    if (emptyTable) closeTable(emptyTable)
    await service?.close()
    rmSync(dataDirectory, { recursive: true, force: true })
  })

  it('finds the table by the outputs of the stack, with signed calls, and writes nothing twice', async () => {
    const given = asOptions(founding())
    const first = await command('bootstrap', given, settings)
    expect([first.code, first.told.created]).toEqual([0, true])
    expect(asked[0]?.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=operator\/\d+\/us-east-1\/cloudformation\//)
    // The relay links what was audited, which nothing else follows.
    const items = await until('the links of the audit log', async () => {
      const all = await itemsOf(emptyTable)
      return all.some(({ type }) => type === 'audit_chain') && all
    })
    // Whoever names the table alone may not read the stack.
    const again = await command('bootstrap', [...given, '--table', emptyTable.name], settings)
    expect([again.code, again.told]).toEqual([0, { ...first.told, created: false, console: null }])
    expect(await itemsOf(emptyTable)).toEqual(items)
  })

  it('makes an owner whose token is taken at once, and an application that gets one', async () => {
    const given = founding()
    const { told } = await command('bootstrap', asOptions(given), settings)
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
    const kms = new KMSClient({ region: 'us-east-1', endpoint: service.endpoints.kms, credentials })
    const token = await tokenOf(service, kms, told.owner.id)
    kms.destroy()
    const me = await fetch(`${service.baseUrl}/v1/me`, { headers: { Authorization: `Bearer ${token}` } })
    expect([me.status, await me.json()]).toMatchObject([200, { orgs: [{ id: told.organization.id }] }])
    const args = ['register', '--name', 'First', '--provider', given.slug ?? '']
    const { told: application } = await command('partner', args, settings)
    const basic = Buffer.from(`${application.id}:${application.clientSecret}`).toString('base64')
    const body = new URLSearchParams({ grant_type: 'client_credentials', scope: 'urn:svc:api:aud' })
    const headers = { Authorization: `Basic ${basic}` }
    expect((await fetch(`${service.authUrl}/oauth/v2/token`, { method: 'POST', headers, body })).status).toBe(200)
  })

  it.for([
    ['the stack is not there', ['--stack', 'other'], 1, 'Stack with id x does not exist'],
    ['the table is not there', ['--table', 'no-such-table'], 1, 'AWS: '],
    ['two places are named', ['--table', 'one', '--stack', 'two'], 2, 'Give only one of --stack, --table and --local.'],
  ] as const)('says so where %s', async ([, where, code, told]) => {
    const outcome = await command('bootstrap', [...asOptions(founding()), ...where], settings)
    expect([outcome.code, outcome.stderr]).toEqual([code, expect.stringContaining(told)])
  })

  it('says so where nothing answers', async () => {
    const nowhere = { ...settings, AWS_ENDPOINT_URL_CLOUDFORMATION: 'http://nowhere.invalid' }
    const { code, stderr } = await command('bootstrap', asOptions(founding()), nowhere)
    expect([code, stderr]).toEqual([1, expect.stringContaining('No connection')])
  })

  it('says so where there is no region', async () => {
    const { code, stderr } = await command('bootstrap', asOptions(founding()), { HOME: '/nowhere' })
    expect([code, stderr]).toEqual([1, expect.stringContaining('No AWS region is chosen')])
  })
})

function answerWith(outputs: Readonly<Record<string, string>>): string {
  const members = Object.entries(outputs).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey>\n<OutputValue>${value}</OutputValue></member>`,
  )
  return `<DescribeStacksResponse><Outputs>${members.join('\n')}</Outputs></DescribeStacksResponse>`
}

/** But for what the relay notes on its own. */
async function itemsOf({ client, name }: Table) {
  const { Items = [] } = await client.send(new ScanCommand({ TableName: name }))
  const place = ({ PK, SK }: (typeof Items)[number]) => `${PK} ${SK}`
  return Items.filter(({ type }) => type !== 'journal').sort((a, b) => (place(a) < place(b) ? -1 : 1))
}
