/**
 * A file that is not quite as ISO 32000-2 describes, or uses what is not understood here. `readDocument` rebuilds such a
 * file where it can be rebuilt.
 */
export class UnusualPdf extends Error {}

/** A file whose structure unpacks to more than is read here. Do not give it to the library, which has no such bound. */
export class OversizedPdf extends UnusualPdf {}
