import { useState } from 'preact/hooks'
import { type Permission, permissions } from '../../../../shared/auth/permissions.ts'
import { Choice, TextArea, TextField } from '../../../../shared/pages/components/form-field.tsx'
import { Notice } from '../../../../shared/pages/components/notice.tsx'
import { call } from '../api.ts'
import type { Role } from '../api-types.ts'
import { type Org, screenHref, usePlace } from '../context.ts'
import { numberOf, textsOf } from '../language.ts'
import { ConfirmedAction } from '../parts/action.tsx'
import { choicesIn, Form, textIn } from '../parts/form.tsx'
import { Loaded, useLoad } from '../parts/load.tsx'
import { Screen } from '../parts/screen.tsx'
import { PermissionName } from '../permission-names.tsx'
import { goTo } from '../router.ts'
import type { ScreenInput } from '../screens.ts'

const texts = textsOf({
  en: {
    above: 'Roles',
    title: 'Role',
    newTitle: 'Create a role',
    name: 'Name',
    description: 'Description',
    permissions: 'Permissions',
    permissionsHint: 'You can give only what you may do yourself.',
    create: 'Create the role',
    save: 'Save',
    saved: 'The role is saved.',
    remove: 'Delete the role',
    removeTitle: 'Delete this role?',
    removeText: 'No member and no key may have it any more.',
    inUse: (count: string) => `Members who have this role: ${count}`,
    inUseText: 'Give them another role before you delete it.',
  },
  fr: {
    above: 'Rôles',
    title: 'Rôle',
    newTitle: 'Créer un rôle',
    name: 'Nom',
    description: 'Description',
    permissions: 'Permissions',
    permissionsHint: 'Vous ne pouvez donner que ce que vous pouvez faire vous-même.',
    create: 'Créer le rôle',
    save: 'Enregistrer',
    saved: 'Le rôle est enregistré.',
    remove: 'Supprimer le rôle',
    removeTitle: 'Supprimer ce rôle ?',
    removeText: 'Aucun membre ni aucune clé ne doit plus l’avoir.',
    inUse: (count: string) => `Membres qui ont ce rôle : ${count}`,
    inUseText: 'Donnez-leur un autre rôle avant de le supprimer.',
  },
})

export default function RoleScreen({ ids: { roleId } }: ScreenInput) {
  return roleId === undefined ? <NewRole /> : <ExistingRole roleId={roleId} />
}

function NewRole() {
  const t = texts()
  const { org } = usePlace()
  const above = { label: t.above, href: screenHref(org, 'roles') }
  async function create(body: RoleBody): Promise<void> {
    await call('POST /v1/orgs/{orgId}/roles', { path: { orgId: org.id }, body })
    goTo(above.href)
  }
  return (
    <Screen title={t.newTitle} above={above}>
      <RoleForm submit={t.create} existing={null} onSubmit={create} cancelHref={above.href} />
    </Screen>
  )
}

function ExistingRole({ roleId }: { roleId: string }) {
  const t = texts()
  const { org } = usePlace()
  const path = { orgId: org.id, roleId }
  const [isSaved, setIsSaved] = useState(false)
  const loaded = useLoad(() => call('GET /v1/orgs/{orgId}/roles/{roleId}', { path }), [roleId])
  const above = { label: t.above, href: screenHref(org, 'roles') }
  return (
    <Screen title={loaded.value?.name ?? t.title} above={above}>
      {isSaved && (
        <Notice kind="success" isUrgent>
          <p>{t.saved}</p>
        </Notice>
      )}
      <Loaded of={loaded}>
        {(role) => (
          <>
            <RoleForm
              key={role.version}
              submit={t.save}
              existing={role}
              cancelHref={above.href}
              onSubmit={async (body) => {
                setIsSaved(false)
                const { version } = role
                loaded.replace(await call('PATCH /v1/orgs/{orgId}/roles/{roleId}', { path, body, version }))
                setIsSaved(true)
              }}
            />
            {role.memberCount > 0 && (
              <p>
                <a href={`${screenHref(org, 'members')}?role=${role.id}`}>{t.inUse(numberOf(role.memberCount))}</a>.{' '}
                {t.inUseText}
              </p>
            )}
            <ConfirmedAction
              label={t.remove}
              title={t.removeTitle}
              explanation={
                role.memberCount > 0 ? `${t.inUse(numberOf(role.memberCount))}. ${t.inUseText}` : t.removeText
              }
              onAction={async () => {
                await call('DELETE /v1/orgs/{orgId}/roles/{roleId}', { path })
                goTo(above.href)
              }}
            />
          </>
        )}
      </Loaded>
    </Screen>
  )
}

interface RoleBody {
  readonly name: string
  readonly description: string | null
  readonly permissions: readonly Permission[]
}

interface RoleFormProps {
  readonly existing: Role | null
  readonly submit: string
  readonly cancelHref: string
  readonly onSubmit: (body: RoleBody) => Promise<void>
}

function RoleForm({ existing: role, submit, cancelHref, onSubmit }: RoleFormProps) {
  const t = texts()
  const { org } = usePlace()
  const offered = offeredIn(org, role)
  const save = (data: FormData) =>
    onSubmit({
      name: textIn(data, 'name'),
      description: textIn(data, 'description') || null,
      permissions: choicesIn(data, 'permissions', offered),
    })
  return (
    <Form submit={submit} onSubmit={save} cancelHref={cancelHref}>
      <TextField label={t.name} name="name" maxLength={60} value={role?.name ?? ''} autocomplete="off" required />
      <TextArea label={t.description} name="description" value={role?.description ?? ''} />
      <fieldset>
        <legend>{t.permissions}</legend>
        <p class="quiet">{t.permissionsHint}</p>
        {offered.map((permission) => (
          <Choice
            key={permission}
            name="permissions"
            value={permission}
            checked={role?.permissions.includes(permission) ?? false}
            label={<PermissionName permission={permission} />}
          />
        ))}
      </fieldset>
    </Form>
  )
}

/** What the reader may give, and what the role has. */
function offeredIn(org: Org, role: Role | null): Permission[] {
  const shown = new Set<string>([...org.permissions, ...(role?.permissions ?? [])])
  return permissions.filter((permission) => shown.has(permission))
}
