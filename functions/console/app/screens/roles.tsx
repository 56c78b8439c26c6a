import { Badge } from '../../../../shared/pages/components/badge.tsx'
import { Card } from '../../../../shared/pages/components/card.tsx'
import { Disclosure } from '../../../../shared/pages/components/disclosure.tsx'
import { hasPermission, screenHref, usePlace } from '../context.ts'
import { numberOf, textsOf } from '../language.ts'
import { Loaded, useLoad } from '../parts/load.tsx'
import { Screen } from '../parts/screen.tsx'
import { PermissionName } from '../permission-names.tsx'
import { rolesOf } from '../places.ts'
import { roleName } from '../role-names.ts'

const texts = textsOf({
  en: {
    title: 'Roles',
    lead: 'A role says what a member or an API key may do. Give roles on the screens of members and keys.',
    system: 'Built in',
    members: (count: string) => `Members: ${count}`,
    permissions: 'Permissions',
    create: 'Create a role',
    change: 'Change or delete',
  },
  fr: {
    title: 'Rôles',
    lead: 'Un rôle dit ce qu’un membre ou une clé d’API peut faire. Les rôles se donnent sur les écrans des membres et des clés.',
    system: 'Prédéfini',
    members: (count: string) => `Membres : ${count}`,
    permissions: 'Permissions',
    create: 'Créer un rôle',
    change: 'Modifier ou supprimer',
  },
})

export default function Roles() {
  const t = texts()
  const { org } = usePlace()
  const mayManage = hasPermission(org, 'roles.manage')
  const create = mayManage && (
    <a class="button primary" href={screenHref(org, 'roles', 'new')}>
      {t.create}
    </a>
  )
  const roles = useLoad(() => rolesOf(org.id), [org.id])
  return (
    <Screen title={t.title} actions={create}>
      <p>{t.lead}</p>
      <Loaded of={roles}>
        {(found) => (
          <>
            {found.map((role) => (
              <Card key={role.id} title={roleName(role)}>
                <p>
                  {role.system && <Badge>{t.system}</Badge>} {t.members(numberOf(role.memberCount))}
                </p>
                {role.description && <p>{role.description}</p>}
                <Disclosure summary={t.permissions}>
                  <ul class="permissions">
                    {role.permissions.map((permission) => (
                      <li key={permission}>
                        <PermissionName permission={permission} />
                      </li>
                    ))}
                  </ul>
                </Disclosure>
                {mayManage && !role.system && (
                  <p>
                    <a href={screenHref(org, 'roles', role.id)}>{t.change}</a>
                  </p>
                )}
              </Card>
            ))}
          </>
        )}
      </Loaded>
    </Screen>
  )
}
