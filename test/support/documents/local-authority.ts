import { createServer } from 'node:http'
import { Certificate, OCSPRequest } from 'pkijs'
import { oid } from '../../../shared/pdf/object-identifiers.ts'
import type { SealSigner } from '../../../shared/pdf/seal-signer.ts'
import { authority, type CertificateOptions, certified, type Holder, revocationList } from './certificates.ts'
import { startTimestampAuthority, type TimestampOptions } from './local-timestamp-authority.ts'
import { ocspResponse } from './ocsp-response.ts'
import { localDigestSigner } from './seal-signer.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const validForMs = dayMs

/** Answers that a responder cannot have made just now, from the time on. Those without an end are of their own time alone. */
const oddTimes = {
  early: { from: 365 * dayMs, until: null, produced: 365 * dayMs },
  'before its time': { from: hourMs, until: dayMs, produced: 0 },
  aged: { from: -30 * dayMs, until: 365 * dayMs, produced: -30 * dayMs },
  'aged, produced now': { from: -30 * dayMs, until: 365 * dayMs, produced: 0 },
} as const

/** How those who can be asked behave; tests change it while they run. */
export interface Behavior {
  ocsp: 'good' | 'down' | 'forged' | 'stale' | 'about another' | 'endless' | keyof typeof oddTimes | 'old responder'
  list: 'good' | 'down' | 'forged' | 'stale' | 'early'
  /** DER of certificates that were revoked, and when. */
  readonly revoked: { readonly certificate: Uint8Array; readonly at: Date }[]
  readonly timestamp: TimestampOptions
  /** Paths that were asked for. */
  readonly asked: string[]
}

export interface LocalAuthority extends AsyncDisposable {
  readonly root: Holder
  readonly issuing: Holder
  readonly timestampUrl: string
  readonly behavior: Behavior
  /** A certificate of the issuing authority that names whom to ask, and can be asked about. */
  issue(options: CertificateOptions): Holder
}

/**
 * A root, an authority below it and a clock of theirs on loopback, with OCSP, CRLs and the certificates of the issuers, as
 * an authority whom people trust has them. `now` is what all of them take for the time.
 */
export async function startLocalAuthority(
  now: () => Date,
  clock: Partial<CertificateOptions> = {},
): Promise<LocalAuthority> {
  const holders = new Map<string, Holder>()
  const issued = new Map<string, Uint8Array>()
  const behavior: Behavior = { ocsp: 'good', list: 'good', revoked: [], asked: [], timestamp: { time: now } }
  const answer = answering({ holders, issued, behavior, now })
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    behavior.asked.push(request.url ?? '')
    const body = answer(request.url ?? '', Buffer.concat(chunks))
    if (body) response.end(body)
    else response.writeHead(503).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the authority has no port')
  const base = `http://127.0.0.1:${address.port}`
  const sourcesOf = (issuer: string) => ({
    responder: `${base}/ocsp/${issuer}`,
    list: `${base}/list/${issuer}`,
    issuer: `${base}/certificate/${issuer}`,
  })
  const root = authority('Local root')
  const issuing = authority('Local issuing authority', { issuer: root, sources: sourcesOf('root') })
  holders.set('root', root).set('issuing', issuing)
  const note = (holder: Holder) => {
    issued.set(serialNumberOf(holder.certificate), holder.certificate)
    return holder
  }
  note(issuing)
  const issue = (options: CertificateOptions) =>
    note(certified({ issuer: issuing, sources: sourcesOf('issuing'), ...options }))
  const timestamper = issue({ name: 'Local clock', keyUsage: '1', purposes: [oid.timestamping], ...clock })
  const timestamps = await startTimestampAuthority(signerOf(timestamper), behavior.timestamp)
  return {
    root,
    issuing,
    behavior,
    issue,
    timestampUrl: timestamps.url,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await Promise.all([timestamps.close(), new Promise((resolve) => server.close(resolve))])
    },
  }
}

/** A holder as the seal asks one to sign, without the issuers. */
export function signerOf({ key, certificate }: Holder, ...more: Uint8Array[]): SealSigner {
  return {
    certificateChain: [certificate, ...more],
    algorithm: 'RSASSA_PKCS1_V1_5_SHA_256',
    sign: localDigestSigner(key),
  }
}

interface Answering {
  readonly holders: ReadonlyMap<string, Holder>
  readonly issued: ReadonlyMap<string, Uint8Array>
  readonly behavior: Behavior
  readonly now: () => Date
}

/** Null: nobody is there. */
function answering({ holders, issued, behavior, now }: Answering) {
  const stranger = authority('Somebody else')
  const times = (isStale: boolean) => {
    const thisUpdate = new Date(now().getTime() - (isStale ? 2 * validForMs : hourMs))
    return { thisUpdate, nextUpdate: new Date(thisUpdate.getTime() + validForMs) }
  }
  const after = (ms: number) => new Date(now().getTime() + ms)
  const oddTimesOf = (odd: (typeof oddTimes)[keyof typeof oddTimes]) => ({
    thisUpdate: after(odd.from),
    producedAt: after(odd.produced),
    ...(odd.until !== null && { nextUpdate: after(odd.until) }),
  })
  return (path: string, body: Buffer): Uint8Array | null => {
    const [, kind, name = ''] = path.split('/')
    const holder = holders.get(name)
    if (!holder) return null
    if (kind === 'certificate') return holder.certificate
    if (kind === 'list') {
      if (behavior.list === 'down') return null
      const { thisUpdate, nextUpdate } =
        behavior.list === 'early'
          ? { thisUpdate: after(dayMs), nextUpdate: after(2 * dayMs) }
          : times(behavior.list === 'stale')
      const signer = behavior.list === 'forged' ? { ...holder, key: stranger.key } : holder
      return revocationList(signer, behavior.revoked, thisUpdate, nextUpdate)
    }
    if (behavior.ocsp === 'endless') return Buffer.alloc(1024 * 1024)
    const [asked] = OCSPRequest.fromBER(body).tbsRequest.requestList
    const number = Buffer.from(asked?.reqCert.serialNumber.valueBlock.valueHexView ?? []).toString('hex')
    const about = behavior.ocsp === 'about another' ? stranger.certificate : issued.get(number)
    if (behavior.ocsp === 'down' || !about) return null
    const revoked = behavior.revoked.find(({ certificate }) => Buffer.compare(certificate, about) === 0)
    const { ocsp } = behavior
    return ocspResponse({
      about,
      issuer: holder,
      ...(isOdd(ocsp) ? oddTimesOf(oddTimes[ocsp]) : times(ocsp === 'stale')),
      ...(ocsp === 'old responder' && {
        responder: oldResponderOf(holder, after(-dayMs)),
        thisUpdate: after(-2 * dayMs),
        nextUpdate: after(dayMs),
      }),
      ...(behavior.ocsp === 'forged' && { responder: { ...holder, key: stranger.key } }),
      ...(revoked && { revokedAt: revoked.at }),
    })
  }
}

function isOdd(behavior: Behavior['ocsp']): behavior is keyof typeof oddTimes {
  return behavior in oddTimes
}

function oldResponderOf(issuer: Holder, notAfter: Date): Holder {
  return certified({ name: 'Responder', issuer, purposes: [oid.ocspSigning], needsNoCheck: true, notAfter })
}

function serialNumberOf(certificate: Uint8Array): string {
  return Buffer.from(Certificate.fromBER(certificate).serialNumber.valueBlock.valueHexView).toString('hex')
}
