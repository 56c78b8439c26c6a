import { X509Certificate } from 'node:crypto'
import { flawsOfSealChain, nameOf, sealChainAmong } from '../../shared/pdf/seal-chain.ts'
import { sealCertificates } from '../../shared/pdf/sealing/seal-certificates.ts'
import { readCertificate } from '../../shared/pdf/verification/certificate.ts'
import { dayMs, timestamp } from '../../shared/platform/clock.ts'
import { toItem } from '../../shared/store/collection.ts'
import type { Table } from '../../shared/store/table.ts'
import { commitCommand } from './commit-command.ts'
import type { SealKey } from './installation.ts'
import { CommandRefusal } from './refusal.ts'

/** A key that seals documents, with what an installation knows of it. */
export interface OpenSealKey extends SealKey {
  readonly table: Table
  readonly publicKeySpkiDer: Uint8Array
}

/** Puts the chain of a key, which is found among certificates in any order, in the place of the one so far. */
export async function importSealChain(
  { table, keyId, publicKeySpkiDer }: OpenSealKey,
  given: readonly Uint8Array[],
  nowMs: number,
): Promise<Uint8Array[]> {
  const found = sealChainAmong(given, { publicKeySpkiDer, nowMs })
  if (!found)
    throw new CommandRefusal(
      given.length === 0
        ? 'The file has no PEM certificate.'
        : `No certificate in the file belongs to the key ${keyId}. Nothing was changed. Request a certificate with csr.`,
    )
  const chain = found.chain.map(({ der }) => der)
  const flaws = [
    ...flawsOfSealChain(chain, { publicKeySpkiDer, nowMs }),
    ...given.flatMap((der, index) =>
      readCertificate(der) ? [] : [`Certificate ${index + 1} of the file cannot be read.`],
    ),
    ...found.others.map((each) => `The certificate of ${nameOf(each)} issued none of the chain, or may not have.`),
  ]
  if (flaws.length > 0) throw new CommandRefusal(['Nothing was changed:', ...flaws].join('\n'))
  const record = { keyId, chain: chain.map((der) => Buffer.from(der).toString('base64')), createdAt: timestamp(nowMs) }
  await commitCommand(table, 'seal', async (work) => {
    const Item = toItem(sealCertificates, record)
    work.write((TableName) => ({ Put: { TableName, Item } }), 'stale')
  })
  return chain
}

const soonMs = 60 * dayMs

/** What is no flaw of a chain, and still to be known in time. */
export function notesOnChain(chain: readonly Uint8Array[], nowMs: number): string[] {
  const [leaf, ...others] = chain.map((der) => new X509Certificate(der))
  if (!leaf) return []
  const lacksIssuer = others.length === 0 && leaf.subject !== leaf.issuer
  // One that has ended is a flaw.
  const leftMs = ({ validToDate }: X509Certificate) => validToDate.getTime() - nowMs
  const endsSoon = [leaf, ...others].filter((each) => leftMs(each) > 0 && leftMs(each) < soonMs)
  return [
    ...(lacksIssuer
      ? [
          `The certificate of its issuer (${inOneLine(leaf.issuer)}) is missing: readers may not trust the seals. Import a file with both.`,
        ]
      : []),
    ...endsSoon.map(
      ({ subject, validToDate }) =>
        `The certificate of ${inOneLine(subject)} ends on ${validToDate.toISOString()}. Import another one before.`,
    ),
  ]
}

/** What people are told of a chain. */
export function sealChainView({ keyId, publicKeySpkiDer }: OpenSealKey, chain: readonly Uint8Array[], nowMs: number) {
  return {
    keyId,
    flaws: chain.length === 0 ? [] : flawsOfSealChain(chain, { publicKeySpkiDer, nowMs }),
    certificates: chain.map((der) => {
      const { subject, issuer, serialNumber, validFromDate, validToDate, fingerprint256 } = new X509Certificate(der)
      return {
        subject: inOneLine(subject),
        issuer: inOneLine(issuer),
        serialNumber,
        notBefore: validFromDate.toISOString(),
        notAfter: validToDate.toISOString(),
        sha256: fingerprint256,
      }
    }),
  }
}

/** OpenSSL writes each part of a name in a line of its own. */
function inOneLine(name: string): string {
  return name.replaceAll('\n', ', ')
}
