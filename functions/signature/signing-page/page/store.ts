/** A value that changes, and whom it concerns. */
export interface Store<T> {
  get(): T
  /** Replaces a part of the value. */
  set(part: Partial<T>): void
  /** Gives the function that ends the subscription. */
  subscribe(listener: () => void): () => void
}

export function store<T extends object>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(part) {
      value = { ...value, ...part }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
