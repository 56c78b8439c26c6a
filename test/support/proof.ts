/** Whether everything is tried, as before a release (`npm run test:proof`). The usual run takes samples of what takes long. */
export const isProof = process.env.PROOF === 'all'

/** The given number of cases, evenly spread over all of them. In a proof all of them. */
export function sampled<Case>(cases: readonly Case[], count: number): readonly Case[] {
  if (isProof || cases.length <= count) return cases
  const chosen = new Set(Array.from({ length: count }, (_, index) => Math.floor((index * cases.length) / count)))
  return cases.filter((_, index) => chosen.has(index))
}

/** How often to try a property that takes long: in a proof as often as told, usually a fifth of that. */
export function runs(count: number): number {
  return isProof ? count : Math.ceil(count / 5)
}
