import { beginningsOf, isFoundBy, queryParts } from '../../functions/contacts/model/search-query.ts'
import { searchTermsOf } from '../../functions/contacts/model/search-terms.ts'
import { hostileFiles, hostileKilobytes, hostileQueries } from '../contacts/unit/hostile-texts.ts'
import { rowsOfFile } from '../contacts/unit/read-rows.ts'
import { searchable } from '../contacts/unit/searchable.ts'
import { held, type Table } from './cells.ts'

/** For 64 KB. */
const goalMs = 50
const shown = 5
/** Of so many runs the fastest counts: what else the machine did is nobody's cost. */
const runs = 9

/** How long those texts take that take longest: files to become rows, queries to become words that a contact is held against. */
export function parserCosts(): Table {
  const files = Object.entries(hostileFiles).map(([name, text]) => {
    const bytes = Buffer.from(text)
    return [`a file of ${name}`, () => void rowsOfFile(bytes)] as const
  })
  const queries = Object.entries(hostileQueries).map(([name, q]) => {
    const terms = searchTermsOf(searchable({ firstName: q.slice(0, 100), mobilePhone: '+33612345678' }))
    const count = Math.ceil((hostileKilobytes * 1024) / Buffer.byteLength(q))
    const takeApart = () => {
      for (let at = 0; at < count; at++) {
        const parts = queryParts(q)
        parts.forEach(beginningsOf)
        isFoundBy(terms, parts)
      }
    }
    return [`queries of ${name}`, takeApart] as const
  })
  return Object.fromEntries([...slowest(files), ...slowest(queries)])
}

function slowest(works: readonly (readonly [string, () => void])[]) {
  const measured = works.map(([name, work]) => ({ name, ms: fastestOf(work) })).toSorted((a, b) => b.ms - a.ms)
  return measured.slice(0, shown).map(({ name, ms }) => [name, { ms: held(Math.round(ms * 10) / 10, goalMs) }] as const)
}

function fastestOf(work: () => void): number {
  const times = Array.from({ length: runs }, () => {
    const beganAt = performance.now()
    work()
    return performance.now() - beganAt
  })
  return Math.min(...times)
}
