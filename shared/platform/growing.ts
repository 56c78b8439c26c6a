import * as v from 'valibot'

/** One of some values that may get others. The API's description names them and leaves the list open, so that clients do too. */
export function growing<const Values extends readonly string[]>(values: Values) {
  return v.pipe(v.picklist(values), v.metadata({ growing: true }))
}
