/** Does something for each of many, so many at a time, and gives the results in their order. */
export async function inParallel<Each, Result>(
  all: readonly Each[],
  atOnce: number,
  work: (each: Each, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const entries = all.entries()
  const takeTurns = async () => {
    for (const [index, each] of entries) results[index] = await work(each, index)
  }
  await Promise.all(Array.from({ length: atOnce }, takeTurns))
  return results
}
