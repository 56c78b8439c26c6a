/** Longer than a function runs: the job that marked an attempt before has ended. */
export const markLeaseMs = 460_000
