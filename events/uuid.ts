import * as v from 'valibot'

/** The folder of events stands alone, so it has its own schema of ids. */
export const uuid = v.pipe(v.string(), v.uuid())
