import { Card } from '../../../shared/pages/components/card.tsx'
import { call } from './api.ts'
import type { Me } from './api-types.ts'
import { personName } from './context.ts'
import { FrontPage, SignOutButton } from './front-page.tsx'
import { textsOf } from './language.ts'
import { Action } from './parts/action.tsx'

const texts = textsOf({
  en: {
    title: 'You belong to no organization yet',
    explanation: 'Ask an administrator of your organization to invite this address:',
    invitation: 'Invitations',
    invited: (by: string, org: string, role: string) => `${by} invites you to ${org} as ${role}.`,
    accept: 'Accept the invitation',
  },
  fr: {
    title: 'Vous ne faites encore partie d’aucune organisation',
    explanation: 'Demandez à un administrateur de votre organisation d’inviter cette adresse :',
    invitation: 'Invitations',
    invited: (by: string, org: string, role: string) => `${by} vous invite dans ${org} en tant que ${role}.`,
    accept: 'Accepter l’invitation',
  },
})

/** For people whom no organization has let in. */
export function NoAccess({ me, refresh }: { me: Me | null; refresh: () => Promise<void> }) {
  const t = texts()
  const invitations = me?.invitations ?? []
  async function accept(membershipId: string): Promise<void> {
    await call('POST /v1/invitations/accept', { body: { membershipId } })
    await refresh()
  }
  return (
    <FrontPage title={t.title}>
      <p>
        {t.explanation} {me?.user.email && <strong>{me.user.email}</strong>}
      </p>
      {invitations.length > 0 && (
        <Card title={t.invitation}>
          {invitations.map(({ membershipId, orgName, role, invitedBy }) => (
            <div key={membershipId}>
              <p>{t.invited(invitedBy ? personName(invitedBy) : orgName, orgName, role.name)}</p>
              <Action label={t.accept} of={orgName} kind="primary" onAction={() => accept(membershipId)} />
            </div>
          ))}
        </Card>
      )}
      <div class="actions">
        <SignOutButton />
      </div>
    </FrontPage>
  )
}
