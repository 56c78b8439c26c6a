import { expect, test } from 'vitest'
import { invitationPage } from '../../../functions/organizations/api/invitation-page.ts'
import { plainBrand } from '../../../shared/pages/brand.ts'

const place = { place: 'Durand', brand: plainBrand('Durand'), inviter: null, role: 'an owner', locale: 'en' }

function shown(page: Parameters<typeof invitationPage>[0]): string {
  const { body } = invitationPage(page, 'https://sealpost.example/stage')
  return String(body.stream)
}

test('the page of an accepted invitation leads to the console', () => {
  for (const state of ['joined', 'accepted'] as const) {
    expect(shown({ ...place, state })).toContain('href="https://sealpost.example/stage/console">Open the console<')
    expect(shown({ ...place, state, locale: 'fr' })).toContain('/stage/console">Ouvrir la console<')
  }
})

test('an organization that invites to itself is named once', () => {
  const open = { ...place, state: 'open', email: 'jane@example.com', secret: 's' } as const
  expect(shown(open)).toContain('<p>You are invited to join Durand on Sealpost as an owner.</p>')
  const byJane = shown({ ...open, inviter: 'Jane Doe' })
  expect(byJane).toContain('<p>Jane Doe invites you to join Durand on Sealpost as an owner.</p>')
})
