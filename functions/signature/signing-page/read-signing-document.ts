import * as v from 'valibot'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { noteDownload } from '../model/activity.ts'
import { applyChange } from '../model/change.ts'
import type { RequestRecord } from '../model/request.ts'
import { isOfSession } from '../model/signer-grant.ts'
import { copyRecipient, signerActor, signerCause } from '../model/signing-transitions.ts'
import { contentDisposition, storedDocument, unavailableCodes } from '../model/stored-document.ts'
import { opened, statusAt } from '../model/transitions.ts'
import { signerOrCopyLink } from './signer-access.ts'
import { noSuchLink } from './signer-grants.ts'

const documents = () => import('../../../shared/store/documents.ts')

/** After these nobody signs any more, and what was to be signed is not shown either. */
const closedStatuses = ['declined', 'canceled', 'expired'] as const
const closedCodes = closedStatuses.map((status) => `signature_request_${status}` as const)

export const readSigningDocument = operation({
  id: 'readSigningDocument',
  method: 'GET',
  path: '/sign/{token}/document',
  tag: 'Signing page',
  summary: 'Get the document to sign, or the sealed document',
  access: signerOrCopyLink,
  query: v.object({ variant: v.optional(v.picklist(['shown', 'signed']), 'shown') }),
  responses: { 200: 'binary' },
  errors: ['not_found', ...closedCodes, ...unavailableCodes],
  streams: true,
  loadModules: documents,
  async handle({ request: { record }, signer, link, query: { variant }, ...situation }) {
    const { work, origin, clock, ids } = situation
    const nowMs = clock()
    if (variant === 'shown' && signer === null) return noSuchLink
    const file = (variant === 'shown' && closedRefusal(record, nowMs)) || storedDocument(record, variant)
    if ('refused' in file) return file
    const stream = await (await documents()).streamDocument(file.key)
    work.ifNotCommitted(async () => void stream.destroy())
    const isBySessionLink = isOfSession(link)
    if (variant === 'signed') {
      const who = signer
        ? { actor: signerActor(signer), signerId: signer.id }
        : { actor: copyRecipient, signerId: null }
      noteDownload(situation, { record, variant, ...who, isBySessionLink })
    } else if (signer) {
      const { ip, userAgent } = origin
      const change = opened(record, signer, signerCause(signer, { nowMs, ip, userAgent, isBySessionLink }))
      if (change) applyChange(work, record, change, { nowMs, ids })
    }
    return reply(200, { stream, contentType: 'application/pdf' }, headersOf(file.size, record, variant))
  },
})

function closedRefusal(record: RequestRecord, nowMs: number): Refusal<(typeof closedCodes)[number]> | null {
  const status = closedStatuses.find((closed) => closed === statusAt(record, nowMs))
  return status ? refuse(`signature_request_${status}`, `The signature request is ${status}.`) : null
}

function headersOf(size: number, record: RequestRecord, variant: 'shown' | 'signed') {
  return {
    'Content-Length': String(size),
    'Content-Disposition': contentDisposition(variant === 'signed' ? 'attachment' : 'inline', record, variant),
    'Cache-Control': 'private, no-store',
  }
}
