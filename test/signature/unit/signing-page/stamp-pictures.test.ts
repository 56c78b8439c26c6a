import { expect, test, vi } from 'vitest'
import type { Answer } from '../../../../functions/signature/signing-page/page/answer.ts'
import {
  pictureIn,
  type StampPicture,
  StampPictures,
} from '../../../../functions/signature/signing-page/page/stamp-pictures.ts'
import { signatureStampPicture, stampPictureOf } from '../../../../functions/signature/signing-page/stamp-picture-of.ts'

const stamp = { kind: 'text', text: '王小明', width: 150, height: 50 } as const
const picture = { viewBox: '0 0 150 50', outline: 'M1 2L3 4Z', signature: null }

test('a picture from the server is read for its numbers', async () => {
  const svg = await stampPictureOf(stamp, 'zh-CN')
  const read = pictureIn(svg)
  expect(read?.viewBox).toBe('0 0 150 50')
  expect(svg).toContain(read?.outline)
  expect(read?.signature).toBeNull()
  expect(pictureIn('<svg viewBox="0 0 1 1"><script>1</script></svg>')).toBeNull()
  expect(pictureIn('<svg viewBox="0 0 1 1"><path d="M1 1" onload="x"/></svg>')).toBeNull()
  expect(pictureIn('<!doctype html><p>No</p>')).toBeNull()
})

test('a picture of a field says where a drawn signature goes', async () => {
  const caption = { name: 'Ada', time: '2026-03-01 15:05 UTC+1', verificationId: '01J2SX4Z0YF8RHY41VBSKR0001' }
  const read = pictureIn(await signatureStampPicture({ typed: null, width: 200, height: 70 }, caption))
  const { x = -1, y = -1, width = 0, height = 0 } = read?.signature ?? {}
  expect([x, y, width].map(Math.round)).toEqual([2, 2, 196])
  expect(height).toBeGreaterThan(35)
  expect(y + height).toBeLessThan(70)
})

test('a text is asked for once, and again only where no answer came', async () => {
  const answers: Answer<StampPicture>[] = [
    { ok: false, failure: { kind: 'network' } },
    { ok: true, value: picture },
  ]
  const ask = vi.fn(async () => answers.shift() ?? { ok: true as const, value: { ...picture, viewBox: 'other' } })
  const pictures = new StampPictures(ask)
  expect(await pictures.of(stamp)).toBeNull()
  expect(await pictures.of(stamp)).toEqual({ picture })
  expect(await pictures.of({ ...stamp })).toEqual({ picture })
  expect(ask).toHaveBeenCalledTimes(2)
})

test('what no font has is told', async () => {
  const details = { reason: 'undrawable_text', characters: ['\u{12000}'] }
  const failure = { kind: 'refused', status: 422, code: 'invalid_input', message: '', details } as const
  const pictures = new StampPictures(async () => ({ ok: false, failure }))
  expect(await pictures.of(stamp)).toEqual({ undrawable: ['\u{12000}'] })
})
