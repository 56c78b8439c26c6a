/** The longest time of one attempt, from the DNS lookup to the start of the response (contract §6.4). */
export const responseBudgetMs = 10_000

/** How much of a subscriber's response the delivery log keeps (contract §6.4). */
export const keptResponseCharacters = 500
