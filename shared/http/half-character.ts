/** An escape of one half of a surrogate pair without its other half. */
const halfOfPair = /\\ud[89ab][\da-f]{2}(?!\\ud[c-f])|(?<!\\ud[89ab][\da-f]{2})\\ud[c-f][\da-f]{2}/i

/** Whether a JSON text contains half of a character. DynamoDB cannot store it. */
export function hasHalfCharacter(json: string): boolean {
  return !json.isWellFormed() || halfOfPair.test(json.replaceAll('\\\\', ' '))
}
