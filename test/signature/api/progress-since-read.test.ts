import { expect, test } from 'vitest'
import { forgetProof, noProgress, signingProgresses } from '../../../functions/signature/model/signing-progress.ts'
import { put } from '../../../infra/local/tenant.ts'
import { systemIds } from '../../../shared/platform/ids.ts'
import { systemAuthor } from '../../../shared/store/audit.ts'
import { commit } from '../../../shared/store/commit.ts'
import { UnitOfWork } from '../../../shared/store/unit-of-work.ts'
import { table } from '../../support/tenant.ts'

test('a correction forgets the progress of a signer only as it was read', async () => {
  const [requestId, signerId] = [systemIds(), systemIds()]
  const forget = async (progress: ReturnType<typeof noProgress> | null) => {
    const work = new UnitOfWork({ table: table(), clock: Date.now, ids: systemIds, author: systemAuthor('test') })
    forgetProof(work, { requestId, signerId, progress, isReaddressed: true, hasOtherDestination: true })
    return await commit(table(), work)
  }
  // Given a signer of whom no step was known, and who has taken one since
  expect(await forget(null)).toBe('committed')
  const stored = { ...noProgress(requestId, signerId), viewedPages: [1] }
  await put(table(), signingProgresses, stored)
  // Then a correction that does not know of it has to read again
  expect(await forget(null)).toBe('stale')
  expect(await forget({ ...stored, viewedPages: [] })).toBe('stale')
  expect(await forget(stored)).toBe('committed')
})
