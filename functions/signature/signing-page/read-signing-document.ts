import * as v from 'valibot'
import { type Refusal, refuse } from '../../../shared/errors/refusal.ts'
import { contentDisposition } from '../../../shared/http/content-disposition.ts'
import { operation } from '../../../shared/http/operation.ts'
import { reply } from '../../../shared/http/reply.ts'
import { downloadPolicy } from '../../../shared/http/security-headers.ts'
import { noteDownload } from '../model/activity.ts'
import type { RequestRecord } from '../model/request.ts'
import { hasOpened, isOfSession } from '../model/signer-grant.ts'
import { copyRecipient, signerActor } from '../model/signing-transitions.ts'
import { documentFileName, storedDocument, unavailableCodes } from '../model/stored-document.ts'
import { statusAt } from '../model/transitions.ts'
import { signerOrCopyLink } from './signer-access.ts'
import { noSuchLink } from './signer-grants.ts'

const documents = () => import('../../../shared/store/documents.ts')

const notOpened = refuse('not_found', 'Nobody has opened this document by this link yet. Open it on the signing page.')

/** Signers cannot restore it. */
const archived = refuse('document_archived', 'This document is archived. Ask the sender for a copy.')

/** After these nobody signs any more, and what was to be signed is not shown either. */
const closedStatuses = ['declined', 'canceled', 'expired'] as const
const closedCodes = closedStatuses.map((status) => `signature_request_${status}` as const)

export const readSigningDocument = operation({
  id: 'readSigningDocument',
  method: 'GET',
  path: '/sign/{token}/document',
  tag: 'Signing page',
  summary: 'Get the document to sign, or the sealed document',
  description: 'The document to sign is there after the signer opened it.',
  access: signerOrCopyLink,
  query: v.object({ variant: v.optional(v.picklist(['shown', 'signed']), 'shown') }),
  responses: { 200: 'binary' },
  errors: ['not_found', ...closedCodes, ...unavailableCodes],
  streams: true,
  loadModules: documents,
  async handle({ request: { record }, signer, link, query: { variant }, ...situation }) {
    const { work, clock } = situation
    if (variant === 'shown') {
      if (signer === null) return noSuchLink
      const refusal = closedRefusal(record, clock()) ?? (hasOpened({ link, signer }) ? null : notOpened)
      if (refusal) return refusal
    }
    const file = storedDocument(record, variant)
    if ('refused' in file) return file.refused === 'document_archived' ? archived : file
    const stream = await (await documents()).streamDocument(file.key)
    work.ifNotCommitted(async () => void stream.destroy())
    if (variant === 'signed') {
      const who = signer
        ? { actor: signerActor(signer), signerId: signer.id }
        : { actor: copyRecipient, signerId: null }
      noteDownload(situation, { record, variant, ...who, isBySessionLink: isOfSession(link) })
    }
    return reply(200, { stream, contentType: 'application/pdf' }, headersOf(file.size, record, variant))
  },
})

function closedRefusal(record: RequestRecord, nowMs: number): Refusal<(typeof closedCodes)[number]> | null {
  const status = closedStatuses.find((closed) => closed === statusAt(record, nowMs))
  return status ? refuse(`signature_request_${status}`, `The signature request is ${status}.`) : null
}

function headersOf(size: number, record: RequestRecord, variant: 'shown' | 'signed') {
  const isSaved = variant === 'signed'
  return {
    ...(isSaved && downloadPolicy),
    'Content-Length': String(size),
    'Content-Disposition': contentDisposition(isSaved ? 'attachment' : 'inline', documentFileName(record, variant)),
    'Cache-Control': 'private, no-store',
  }
}
