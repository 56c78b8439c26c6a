import { expect, it } from 'vitest'
import { waitingByApplication, waitsForApproval } from '../../../functions/console/app/waiting-grants.ts'

const live = { name: 'App', status: 'active' } as const
const revoked = { name: 'App', status: 'revoked' } as const

it.for([
  ['a consent that was never approved', { status: 'pending', requestedScopes: [], application: live }, true],
  ['an addition', { status: 'active', requestedScopes: ['tasks:use'], application: live }, true],
  ['a consent in force', { status: 'active', requestedScopes: [], application: live }, false],
  ['a revoked grant', { status: 'revoked', requestedScopes: ['tasks:use'], application: live }, false],
  ['a consent to a revoked application', { status: 'pending', requestedScopes: [], application: revoked }, false],
] as const)('%s waits for an administrator: %#', ([, grant, waits]) => {
  expect(waitsForApproval(grant)).toBe(waits)
})

it('consents that wait are counted by application', () => {
  const waiting = { status: 'pending', requestedScopes: [], application: live } as const
  const other = { ...waiting, application: { ...live, name: 'Other' } }
  const done = { ...waiting, status: 'active' } as const
  expect([...waitingByApplication([waiting, other, done, waiting])]).toEqual([
    ['App', 2],
    ['Other', 1],
  ])
})
