import { textsOf } from '../language.ts'

/** The types of registered mail, by their words in the API. */
export const mailTypeNames = textsOf({
  en: { simple: 'Simple', qualified: 'Qualified (eIDAS)' },
  fr: { simple: 'Simple', qualified: 'Qualifié (eIDAS)' },
})
