import type { Principal } from '../../../../shared/auth/principal.ts'
import { isRefusal, type Refusal, refuse } from '../../../../shared/errors/refusal.ts'
import { readUploadOf } from '../../../../shared/http/receive-file.ts'
import { timestamp } from '../../../../shared/platform/clock.ts'
import type { BatchLoader } from '../../../../shared/store/batch-loader.ts'
import type { Node } from '../../../../shared/store/entities.ts'
import { type Logo, logoName, logos } from '../../../../shared/store/logos.ts'
import type { Platform } from '../../../../shared/store/platform.ts'
import type { Item } from '../../../../shared/store/table.ts'
import type { UnitOfWork } from '../../../../shared/store/unit-of-work.ts'
import { noSuchUpload, uploadKey, useUpload } from '../../../../shared/store/uploads.ts'

/** The upload that a change names; null where it names none, or there is none. */
export async function readUpload(readItems: BatchLoader, id: string | null | undefined): Promise<Item | null> {
  if (!id) return null
  const [item = null] = await readItems([uploadKey(id)])
  return item
}

interface LogoContext extends Pick<Platform, 'clock'> {
  readonly principal: Principal
  readonly work: UnitOfWork
  readonly node: Pick<Node, 'orgId' | 'livemode'>
}

/** Makes a logo of the upload and stores it with the change. Gives the name of its file. */
export async function takeLogo(
  uploadItem: Item | null,
  { principal, work, node, clock }: LogoContext,
): Promise<string | Refusal<'file_required' | 'invalid_input'>> {
  const nowMs = clock()
  const uploaded = await readUploadOf({ uploadItem, principal, nowMs })
  if (!uploaded) return noSuchUpload
  if (isRefusal(uploaded)) return uploaded
  const png = await readPng(uploaded.bytes)
  if (isRefusal(png)) return png
  const name = logoName(node.orgId, png)
  useUpload(work, uploaded.upload, { usedAt: timestamp(nowMs), ifTaken: 'file_required' })
  // The same image under the same name: writing it again changes nothing.
  work.putPart(logos, logoOf(node, { name, png, createdAt: timestamp(nowMs) }))
  return name
}

/** The S3 client and the process that reads images are loaded by requests that send a logo, and by no others. */
async function readPng(bytes: Uint8Array): Promise<Buffer | Refusal<'invalid_input'>> {
  const [{ logoInProcess }, { imageFaultMessages }] = await Promise.all([
    import('../../../../shared/images/read-image.ts'),
    import('../../../../shared/images/image-fault.ts'),
  ])
  const png = await logoInProcess(bytes)
  return 'fault' in png ? refuse('invalid_input', imageFaultMessages[png.fault], { reason: png.fault }) : png
}

interface Made {
  readonly name: string
  readonly png: Buffer
  readonly createdAt: string
}

function logoOf({ orgId, livemode }: LogoContext['node'], { name, png, createdAt }: Made): Logo {
  const logo = { name, orgId, png: png.toString('base64'), createdAt }
  return livemode ? logo : { ...logo, testOrgId: orgId }
}
