/** The largest document that is taken to be signed (contract §8). */
export const maxPdfBytes = 15_728_640

/** The largest that is verified: with room for what the seal adds to the largest document, above all images of signers. */
export const maxSealedPdfBytes = 2 * maxPdfBytes
