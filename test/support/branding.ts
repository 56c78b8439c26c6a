import { call, demand } from './client.ts'
import { plainPng } from './documents/png-of.ts'
import { uploadOf } from './signature.ts'
import type { Tenant } from './tenant.ts'

type Caller = Pick<Tenant, 'token'>

/** A PNG of one colour, red unless said otherwise. */
export function logoFile(colour: number[] = [200, 30, 40], width = 800, height = 200): Buffer {
  return plainPng(width, height, colour)
}

export async function logoUpload(of: Caller, bytes: Buffer = logoFile(), contentType = 'image/png'): Promise<string> {
  return await uploadOf(of, bytes, { fileName: 'logo.png', contentType })
}

export async function changeBranding(of: Caller, node: { readonly id: string }, branding: object) {
  return await call('PATCH', `/v1/nodes/${node.id}/settings`, { token: of.token, json: { branding } })
}

/** The branding of a node after a change that has to be made. */
export async function choose(of: Caller, node: { readonly id: string }, branding: object) {
  const answer = await changeBranding(of, node, branding)
  demand(answer, 200)
  return answer.body.branding
}

export async function chooseLogo(of: Caller, node: { readonly id: string }, bytes: Buffer = logoFile()) {
  return await choose(of, node, { logoUploadId: await logoUpload(of, bytes) })
}
