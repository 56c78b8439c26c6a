import { attachmentKey } from '../../../functions/registered-mail/model/attachment-key.ts'
import { items as mailItems, proofKinds } from '../../../functions/registered-mail/model/item.ts'
import { mails } from '../../../functions/registered-mail/model/mail.ts'
import { allSealedKeys, documentKeys } from '../../../functions/signature/model/document-keys.ts'
import { givenFileKeys } from '../../../functions/signature/model/given-signatures.ts'
import { type RequestRecord, requests } from '../../../functions/signature/model/request.ts'
import { recordsOf } from '../../../shared/store/collection.ts'
import type { Item } from '../../../shared/store/table.ts'
import { givenImagesOf, mailProofsOf, originalsOf, sealedFilesOf, tagsOf } from '../../support/inspection.ts'

/**
 * What is wrong with the documents of an organization: one that the table names and the bucket has not, or would let expire; one that nothing
 * names and that would stay for ever.
 */
export async function flawsOfDocuments(orgId: string, items: readonly Item[]): Promise<string[]> {
  const found = recordsOf(requests, items)
  const images = givenFileKeys(items)
  const attachments = recordsOf(mails, items).flatMap((mail) =>
    mail.attachments.map((attachment) => attachmentKey(mail, attachment)),
  )
  const proofs = recordsOf(mailItems, items).flatMap((item) =>
    proofKinds.flatMap((kind) => item.proofs[kind]?.key ?? []),
  )
  const named = new Set([...found.flatMap(keysOf), ...images, ...attachments, ...proofs])
  const listed = [
    originalsOf(orgId),
    sealedFilesOf(orgId),
    mailProofsOf(orgId),
    ...found.map(({ id }) => givenImagesOf(id)),
  ]
  const stored = (await Promise.all(listed)).flat()
  const missing = [...named].filter((key) => !stored.includes(key)).map(() => 'a document that is named is not there')
  const judged = stored.map(async (key) => {
    const isOrphan = (await tagsOf(key)).includes('orphan=true')
    if (named.has(key)) return isOrphan ? ['a document that is named would expire'] : []
    return isOrphan ? [] : ['a document that nothing names would stay']
  })
  return [...missing, ...(await Promise.all(judged)).flat()]
}

function keysOf(record: RequestRecord): string[] {
  return [...documentKeys(record), ...allSealedKeys(record)]
}
