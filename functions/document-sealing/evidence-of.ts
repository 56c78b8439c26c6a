import { timestamp } from '../../shared/clock.ts'
import type { Evidence } from '../../shared/pdf/evidence-content.ts'
import type { Platform } from '../../shared/platform.ts'
import type { RequestRecord, Signer } from '../../shared/signature/request.ts'
import type { Step } from '../../shared/signature/step.ts'
import { signerName } from '../../shared/signature/transitions.ts'
import { fromItem } from '../../shared/store/collection.ts'
import { nodeKey, nodes } from '../../shared/store/entities.ts'
import { getItem } from '../../shared/store/table.ts'

/** How signers proved who they are, in words. */
export const authenticationNames: Record<Signer['authMethod'], string> = {
  none: 'Personal link',
  email_otp: 'Code by e-mail',
  sms_otp: 'Code by SMS',
  vendor_identity: 'Identity check by the vendor',
}

const hashRule =
  'hash = SHA-256, in hex, of the step without its hash as canonical JSON (RFC 8785: UTF-8, keys sorted, no spaces). prevHash of step 1 is the empty string.'

/** Everything that is proved about a completed request. */
export async function evidenceOf(
  platform: Platform,
  record: RequestRecord,
  chain: readonly Step[],
  sealed: { size: number; sha256: string; level: string },
): Promise<Evidence> {
  const { document } = record
  const item = await getItem(platform.table, nodeKey(record.orgId))
  return {
    requestId: record.id,
    title: record.title,
    organization: { id: record.orgId, name: item ? fromItem(nodes, item).name : record.orgId },
    livemode: record.livemode,
    issuedAt: timestamp(platform.clock()),
    document: {
      fileName: document.fileName,
      size: document.size,
      pageCount: document.pageCount,
      sha256: document.sha256,
    },
    sealed: { size: sealed.size, sha256: sealed.sha256, level: sealed.level },
    signers: record.signers.map((signer) => signerOf(signer, chain)),
    hashRule,
    steps: chain.map(({ requestId: _, id: __, ...step }) => step),
  }
}

function signerOf(signer: Signer, chain: readonly Step[]): Evidence['signers'][number] {
  const signature = chain.find((step) => step.type === 'signed' && step.signerId === signer.id)
  const { id, email, notifiedAt, openedAt, signedAt } = signer
  return {
    ...{ id, email, notifiedAt, openedAt, signedAt },
    name: signerName(signer),
    authentication: authenticationNames[signer.authMethod],
    ip: signature?.ip ?? null,
    userAgent: signature?.userAgent ?? null,
  }
}
