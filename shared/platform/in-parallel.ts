/**
 * Does something for each of many, so many at a time, and gives the results in their order. Where one fails, none is begun any
 * more, and what is under way comes to its end before the failure is thrown: nothing goes on behind the back of whoever asked.
 */
export async function inParallel<Each, Result>(
  all: readonly Each[],
  atOnce: number,
  work: (each: Each, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const entries = all.entries()
  const failures: unknown[] = []
  const takeTurns = async () => {
    for (const [index, each] of entries) {
      if (failures.length > 0) return
      try {
        results[index] = await work(each, index)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, takeTurns))
  if (failures.length > 0) throw failures[0]
  return results
}
