/** How much one import takes (contract §8). */
export const importLimits = { maxBytes: 5_242_880, maxRows: 5_000 } as const
