const reasons = {
  signed: 'Every signer has signed',
  evidence: 'Evidence of the signatures',
  signature: 'Read and agreed to',
}

/** Why a document is sealed, as readers show it: it names the request, so that a sealed file tells where it is from. */
export function sealReason(document: keyof typeof reasons, requestId: string): string {
  return `${reasons[document]}; request ${requestId}`
}

const requestNamed = /; request ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The request that the reason of a seal names. It is a claim: anybody can write it into a signature of theirs. */
export function requestIdIn(reason: string): string | null {
  return requestNamed.exec(reason)?.[1] ?? null
}
