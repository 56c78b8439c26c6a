import type { Context } from 'koa'

const longestForm = 10_000

/** The fields of a form that was posted; null for anything else. */
export async function readForm(ctx: Context): Promise<URLSearchParams | null> {
  if (ctx.method !== 'POST' || !ctx.is('application/x-www-form-urlencoded')) return null
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of ctx.req) {
    length += chunk.length
    if (length <= longestForm) chunks.push(chunk)
  }
  return length <= longestForm ? new URLSearchParams(Buffer.concat(chunks).toString('utf8')) : null
}
