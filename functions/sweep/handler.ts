import { platform } from '../../shared/store/platform.ts'
import { sweep } from './sweep.ts'
import { sweptDomains } from './swept-domains.ts'

/** Runs every minute. */
export async function handler(): Promise<{ done: number }> {
  return { done: await sweep(platform(), sweptDomains) }
}
