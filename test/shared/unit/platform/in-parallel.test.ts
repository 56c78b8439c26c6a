import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inParallel } from '../../../../shared/platform/in-parallel.ts'

const all = Array.from({ length: 9 }, (_, place) => place)

test('gives the results in the order of what was asked, so many at a time', async () => {
  let [running, most] = [0, 0]
  const results = await inParallel(all, 3, async (each) => {
    most = Math.max(most, ++running)
    // The first takes longest.
    for (let left = all.length - each; left > 0; left--) await turn()
    running--
    return each * 2
  })
  expect(results).toEqual(all.map((each) => each * 2))
  expect(most).toBe(3)
})

test('begins nothing any more where one has failed, and fails when what was under way is done', async () => {
  const [begun, done]: number[][] = [[], []]
  const failing = inParallel(all, 3, async (each) => {
    begun?.push(each)
    if (each === 1) throw new Error('the second fails')
    for (let left = 5; left > 0; left--) await turn()
    done?.push(each)
  })
  await expect(failing).rejects.toThrow('the second fails')
  expect([begun, done]).toEqual([
    [0, 1, 2],
    [0, 2],
  ])
})
