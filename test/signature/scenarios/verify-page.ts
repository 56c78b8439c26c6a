import { verificationIdOf } from '../../../functions/signature/model/verification-id.ts'
import type { Scenarios } from '../../matrices/scenarios/scenario.ts'
import { onePage } from '../../support/documents/signed-pdf.ts'
import { alter, create } from '../../support/signature.ts'

function formOf(pdf: Uint8Array): FormData {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'a.pdf')
  return form
}

/** By operation. */
export const verifyPageScenarios: Readonly<Record<string, Scenarios>> = {
  showVerifyPage: { 'for everybody': async () => ({ path: '/verify', options: { token: null } }) },
  showSealedDocument: {
    'of a live organization': async (of) => {
      const { id } = await create(of)
      await alter(id, ({ document, createdAt: availableAt }) => {
        const { sha256, size } = document
        const signed = { sha256, size, availableAt, renewals: [] }
        return { livemode: true, document: { ...document, signed } }
      })
      return { path: `/verify/${verificationIdOf(id)}`, options: { token: null } }
    },
  },
  checkDocumentOnPage: {
    'without a seal': async () => ({ path: '/verify', options: { token: null, body: formOf(onePage()) } }),
  },
  createCheckUpload: {
    'of five MB': async () => ({ path: '/verify/uploads', options: { token: null, json: { size: 5_000_000 } } }),
  },
}
