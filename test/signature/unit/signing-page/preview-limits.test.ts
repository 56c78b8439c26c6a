import { expect, test } from 'vitest'
import { countPreview } from '../../../../functions/signature/signing-page/preview-limits.ts'

test('a signer gets 120 previews a minute, and others theirs', () => {
  const startMs = 1_000_000
  const answers = Array.from({ length: 121 }, (_, index) => countPreview('signer-a', startMs + index))
  expect(answers.slice(0, 120)).toEqual(Array.from({ length: 120 }, () => null))
  expect(answers[120]).toMatchObject({ refused: 'rate_limited', details: { limit: 120, retryAfterSeconds: 60 } })
  expect(countPreview('signer-b', startMs)).toBeNull()
  expect(countPreview('signer-a', startMs + 60_000)).toBeNull()
})
