/** A sealed file shows something else than its signers saw. The next try makes the same file: a person has to look at it. */
export class AlteredPicture extends Error {}
