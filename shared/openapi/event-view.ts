import * as v from 'valibot'
import { envelopeSchema } from '../../events/envelope.ts'

/** An event as the API gives it: the envelope that subscribers get. */
export const eventView = v.pipe(envelopeSchema, v.title('Event'))
