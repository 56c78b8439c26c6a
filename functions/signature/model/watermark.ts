import { testWatermark } from '../../../shared/pdf/watermark.ts'
import type { RequestRecord } from './request.ts'

/** Documents of test organizations say so on every page. */
export function watermarkOf({ livemode }: Pick<RequestRecord, 'livemode'>): string | null {
  return livemode ? null : testWatermark
}
