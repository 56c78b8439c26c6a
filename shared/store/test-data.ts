/**
 * The index of what a test organization has stored that no other listing names, such as links and mails: a reset finds it
 * here. Live organizations have no such entries.
 */
export function testDataKeys(testOrgId: string, id: string) {
  return { GSI1PK: testDataOf(testOrgId), GSI1SK: id }
}

export function testDataOf(testOrgId: string): string {
  return `ORG#${testOrgId}#TESTDATA`
}
