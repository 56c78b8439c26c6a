import { request as requestByHttp } from 'node:http'
import { request as requestByHttps } from 'node:https'
import { lookupOf, resolveTarget } from '../../platform/resolve-target.ts'

export interface Question {
  readonly url: string
  /** Posted where there is one. */
  readonly body?: Uint8Array
  readonly contentType?: string
  /** A longer answer counts as none. */
  readonly mostBytes: number
}

/** Gives the body of a 200, or throws. */
export type FetchBytes = (question: Question) => Promise<Uint8Array>

const budgetMs = 10_000
const wholeBudgetMs = 30_000

/**
 * Asks what a certificate names, which may be of anybody: only public addresses are connected to (and this machine where
 * `isLocalAllowed`, as in the local cloud), redirects are not followed, the length of answers and the time for each and for
 * all are bounded.
 */
export function boundedFetch({ isLocalAllowed }: { readonly isLocalAllowed: boolean }): FetchBytes {
  const whole = AbortSignal.timeout(wholeBudgetMs)
  return async (question) => {
    const signal = AbortSignal.any([whole, AbortSignal.timeout(budgetMs)])
    const target = await resolveTarget(question.url, { isLocalAllowed }, { signal })
    if ('fault' in target) throw new Error(`${question.url} cannot be asked: ${target.fault}`)
    return await answerTo(question, { lookup: lookupOf(target.addresses), signal, agent: false })
  }
}

async function answerTo(
  { url, body, contentType, mostBytes }: Question,
  connection: { lookup: ReturnType<typeof lookupOf>; signal: AbortSignal; agent: false },
): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const ask = new URL(url).protocol === 'https:' ? requestByHttps : requestByHttp
  const headers = body ? { 'content-type': contentType, 'content-length': body.length } : {}
  const asked = ask(url, { ...connection, method: body ? 'POST' : 'GET', headers }, async (response) => {
    const parts: Buffer[] = []
    let length = 0
    try {
      if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`)
      for await (const part of response) {
        parts.push(part)
        length += part.length
        if (length > mostBytes) throw new Error(`${url} answered more than ${mostBytes} bytes`)
      }
      resolve(Buffer.concat(parts))
    } catch (error) {
      reject(error)
      response.destroy()
    }
  })
  asked.on('error', (cause) => reject(new Error(`${url} did not answer`, { cause })))
  asked.end(body)
  return await promise
}
