import { createPublicKey } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetPublicKeyCommand, KMSClient } from '@aws-sdk/client-kms'
import { CertificationRequest } from 'pkijs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyCredentials, resource } from '../../../infra/local/local-table.ts'
import { localRegion } from '../../../infra/local/template-resources.ts'
import { verifyPdf } from '../../../shared/pdf/verify-pdf.ts'
import { dayMs } from '../../../shared/platform/clock.ts'
import { download } from '../../support/client.ts'
import { cloud } from '../../support/cloud.ts'
import { command, onTestCloud } from '../../support/commands.ts'
import { authority, certified, type Holder } from '../../support/documents/certificates.ts'
import { pathOf } from '../../support/signature.ts'
import { liveSealed } from '../../support/signing.ts'
import { tenant } from '../../support/tenant.ts'

const seal = (...args: readonly string[]) => command('seal', [...args, onTestCloud()])

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seal-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function publicKeyOf(output: 'LiveSealKeyId' | 'TestSealKeyId') {
  const { endpoints } = cloud()
  const kms = new KMSClient({ region: localRegion, endpoint: endpoints.kms, credentials: anyCredentials })
  const { PublicKey = new Uint8Array() } = await kms.send(new GetPublicKeyCommand({ KeyId: resource(cloud(), output) }))
  kms.destroy()
  return createPublicKey({ key: Buffer.from(PublicKey), format: 'der', type: 'spki' })
}

async function fileOf(...holders: readonly Pick<Holder, 'certificate'>[]): Promise<string> {
  const blocks = holders.map(
    ({ certificate }) =>
      `-----BEGIN CERTIFICATE-----\n${Buffer.from(certificate).toString('base64')}\n-----END CERTIFICATE-----\n`,
  )
  const path = join(folder, `${crypto.randomUUID()}.pem`)
  await writeFile(path, blocks.join(''))
  return path
}

const root = authority('Root of seals')
const issuing = authority('Authority of seals', { issuer: root })

describe('npm run seal', () => {
  it('makes a certificate request that the key signed', async () => {
    const subject = ['--organization', 'Maison Durand', '--name', 'Durand seal', '--country', 'FR']
    const { code, told } = await seal('csr', ...subject, '--identifier', 'NTRFR-123456789', '--test')
    expect(code).toBe(0)
    const [, base64 = ''] = /-----BEGIN CERTIFICATE REQUEST-----([^-]+)-----END/.exec(told) ?? []
    const request = CertificationRequest.fromBER(Buffer.from(base64, 'base64'))
    expect(await request.verify()).toBe(true)
    const names = request.subject.typesAndValues.map(({ type, value }) => [type, value.valueBlock.value])
    expect(names).toEqual([
      ['2.5.4.6', 'FR'],
      ['2.5.4.10', 'Maison Durand'],
      ['2.5.4.97', 'NTRFR-123456789'],
      ['2.5.4.3', 'Durand seal'],
    ])
    const key = await publicKeyOf('TestSealKeyId')
    const requested = Buffer.from(request.subjectPublicKeyInfo.toSchema().toBER())
    expect(requested.equals(key.export({ format: 'der', type: 'spki' }))).toBe(true)
  })

  it('imports the chain of an authority, which seals from then on', async () => {
    const key = await publicKeyOf('LiveSealKeyId')
    const leaf = certified({ name: 'Sealpost', issuer: issuing, key })
    const old = certified({ name: 'Sealpost', issuer: issuing, key, notAfter: new Date('2021-01-01T00:00:00Z') })
    const { code, told, stderr } = await seal('import', await fileOf(old, root, leaf, issuing))
    expect([code, stderr]).toEqual([0, expect.stringContaining('Imported')])
    expect(told).toMatchObject({
      flaws: [],
      certificates: [
        { subject: 'CN=Sealpost', issuer: 'CN=Authority of seals', notAfter: '2049-01-01T00:00:00.000Z' },
        {
          subject: 'CN=Authority of seals',
          issuer: 'CN=Root of seals',
          sha256: expect.stringMatching(/^(..:){31}..$/),
        },
        { subject: 'CN=Root of seals' },
      ],
    })
    expect((await seal('show')).told).toEqual(told)
    const of = await tenant({ livemode: true })
    const request = await liveSealed(of)
    expect(request).toMatchObject({ document: { signed: { conformance: null } } })
    const { bytes } = await download(`${pathOf(request.id)}/document?variant=signed`, of.token)
    const trust = { nowMs: Date.now(), anchors: [root.certificate], sealKeys: [], testSealKeys: [] }
    expect(await verifyPdf(bytes, trust)).toMatchObject({ signatures: [{ trusted: true, signerName: 'Sealpost' }] })
  })

  it('notes that the issuer is missing, and that a certificate ends soon', async () => {
    const key = await publicKeyOf('LiveSealKeyId')
    const notAfter = new Date(Date.now() + 59 * dayMs)
    const alone = await seal('import', await fileOf(certified({ name: 'Sealpost', issuer: issuing, key, notAfter })))
    expect([alone.code, alone.stderr]).toEqual([
      0,
      expect.stringContaining('its issuer (CN=Authority of seals) is missing'),
    ])
    expect((await seal('show')).stderr).toMatch(/CN=Sealpost ends on \d{4}-.* Import another one before\./)
    const whole = await seal(
      'import',
      await fileOf(certified({ name: 'Sealpost', issuer: issuing, key }), issuing, root),
    )
    expect(whole.stderr.trim().split('\n')).toHaveLength(1)
    expect((await seal('show')).stderr).toBe('')
  })

  it('refuses a chain that cannot seal, and says why', async () => {
    const key = await publicKeyOf('LiveSealKeyId')
    const notAfter = new Date('2021-01-01T00:00:00Z')
    const expired = certified({ name: 'Sealpost', issuer: issuing, key, notAfter })
    const ofTestKey = certified({ name: 'Sealpost', issuer: issuing, key: await publicKeyOf('TestSealKeyId') })
    const holder = certified({ name: 'No authority', issuer: root })
    const byHolder = certified({ name: 'Sealpost', issuer: holder, key })
    const limited = authority('Limited', { issuer: root, nameLimits: { permitted: ['Others'] } })
    const byLimited = certified({ name: 'Sealpost', issuer: limited, key })
    const ofAuthority = certified({ name: 'Sealpost', issuer: issuing, key, isAuthority: true })
    const good = certified({ name: 'Sealpost', issuer: issuing, key })
    const cases: [path: string, told: string][] = [
      [await fileOf(ofTestKey, issuing), 'belongs to the key'],
      [await fileOf(), 'no PEM certificate'],
      [await fileOf(expired, issuing), 'to 2021-01-01T00:00:00.000Z only'],
      [await fileOf(byHolder, holder, root), 'The certificate of No authority issued none of the chain'],
      [await fileOf(byLimited, limited, root), 'Limited may not certify the name of Sealpost'],
      [await fileOf(ofAuthority, issuing, root), 'of an authority'],
      [await fileOf(good, issuing, { certificate: Buffer.from('none') }), 'Certificate 3 of the file cannot be read'],
      [join(folder, 'nowhere.pem'), 'cannot be read'],
    ]
    const before = (await seal('show')).told
    for (const [path, told] of cases) {
      const refused = await seal('import', path)
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(told)])
    }
    expect((await seal('show')).told).toEqual(before)
  })

  it.each([
    [['import'], 'Give exactly one certificate file'],
    [['csr', '--name', 'Seal'], '--organization: it is required'],
    [['csr', '--name', 'Seal', '--organization', 'A', '--country', 'France'], 'two capital letters'],
    [['renew'], 'renew is not a command. Commands: csr, import, show'],
  ])('says what it does not understand: %s', async (args, told) => {
    expect(await seal(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(told) })
  })
})
