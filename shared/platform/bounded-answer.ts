/** The bytes of an answer; null where there are more than `maxBytes`: the rest is not read, whatever length the answer claims. */
export async function boundedBytes({ body }: Pick<Response, 'body'>, maxBytes: number): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = []
  let length = 0
  // Leaving the loop ends the connection.
  for await (const part of body ?? []) {
    length += part.length
    if (length > maxBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
