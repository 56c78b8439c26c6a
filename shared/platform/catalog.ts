/** The type of every catalog of messages that has the keys and functions of another one: a missing or different one does not compile. */
export type CatalogLike<T> = {
  readonly [Key in keyof T]: T[Key] extends string
    ? string
    : T[Key] extends (...args: infer Args) => string
      ? (...args: Args) => string
      : CatalogLike<T[Key]>
}
