import { platform } from '../../shared/store/platform.ts'
import { sweep } from './sweep.ts'

/** Every minute: does what has become due. */
export async function handler(): Promise<{ done: number }> {
  return { done: await sweep(platform()) }
}
