import fc from 'fast-check'
import { expect, it } from 'vitest'
import { requestIdOfVerification, verificationIdOf } from '../../../functions/signature/model/verification-id.ts'

it('is the id of the request, written as ULIDs are', () => {
  expect(verificationIdOf('01890a5d-ac96-774b-bcce-b302099a8057')).toBe('01H455VB4PEX5VSKNK084SN02Q')
})

it('leads back to the request, in any case', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      const verificationId = verificationIdOf(id)
      expect(verificationId).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
      expect(requestIdOfVerification(verificationId)).toBe(id)
      expect(requestIdOfVerification(verificationId.toLowerCase())).toBe(id)
    }),
  )
})

it('is nothing else', () => {
  for (const other of ['', '01H455VB4PEX5VSKNK084SN02', '81H455VB4PEX5VSKNK084SN02Q', '01H455VB4PEX5VSKNK084SN02U'])
    expect(requestIdOfVerification(other)).toBeNull()
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => {
      const id = requestIdOfVerification(text)
      if (id !== null) expect(verificationIdOf(id)).toBe(text.toUpperCase())
    }),
  )
})
