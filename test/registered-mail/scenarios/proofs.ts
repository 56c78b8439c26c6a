import type { Scenario, Scenarios } from '../../matrices/scenarios/scenario.ts'
import { notifiedItem, storeProofs } from '../../support/native-mails.ts'
import { mailPath } from '../../support/registered-mails.ts'

/** Something about the proofs of an item that was delivered. */
function ofProofs(pathOf: (mailId: string, itemId: string) => string): Scenario {
  return async (of) => {
    const { mailId, id } = await storeProofs(await notifiedItem(of, { status: 'delivered' }))
    return { path: pathOf(mailId, id), options: { token: of.token } }
  }
}

export const mailProofScenarios: Readonly<Record<string, Scenarios>> = {
  getRegisteredMailProof: {
    'of the delivery': ofProofs((mailId, itemId) => mailPath(mailId, `/items/${itemId}/proofs/delivery`)),
  },
  getRegisteredMailProofs: { 'of all items': ofProofs((mailId) => mailPath(mailId, '/proofs.zip')) },
}
