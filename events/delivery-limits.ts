/** How long one attempt may take in all, from the question for the address to the start of the answer (contract §6.4). */
export const responseBudgetMs = 10_000

/** How much of a subscriber's answer is kept for the delivery log (contract §6.4). */
export const keptResponseCharacters = 500
