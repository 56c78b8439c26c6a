import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest, those first. vitest knows how long a file takes where it has run before; where it has not, as in
 * CI, it goes by size: the matrix of all operations, a short file, would start last, and one worker would wait for it.
 */
const longest = [
  'test/matrices/permission-matrix.test.ts',
  'test/matrices/operation-matrix.test.ts',
  'test/matrices/authentication-matrix.test.ts',
  'test/organizations/api/reset-test-mode.test.ts',
  'test/infra/api/key-rotation.test.ts',
  'test/infra/api/bootstrap.test.ts',
  'test/shared/api/idempotency.test.ts',
  'test/signature/api/signing-races.test.ts',
  'test/signature/api/signature-documents.test.ts',
  'test/faults/operations.test.ts',
  'test/faults/jobs.test.ts',
  'test/browser/console.test.ts',
  'test/browser/mishaps.test.ts',
  'test/faults/emails.test.ts',
  'test/faults/vendor-submissions.test.ts',
  'test/faults/webhook-jobs.test.ts',
  'test/faults/throttling.test.ts',
]

/** Starts the longest files of each group first, so that its workers end together. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files)
    return usual.toSorted((a, b) => groupOf(a) - groupOf(b) || placeOf(a) - placeOf(b))
  }
}

const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder

function placeOf({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((name) => moduleId.endsWith(`/${name}`))
  return place < 0 ? longest.length : place
}
