import { SelectField, TextArea, TextField } from '../../../../shared/pages/components/form-field.tsx'
import { call } from '../api.ts'
import { isTest, screenHref, usePlace } from '../context.ts'
import { currentLocale, textsOf } from '../language.ts'
import { MembersOfTest } from '../members-of-test.tsx'
import { confirmDone } from '../parts/confirmation.tsx'
import { Form, textIn } from '../parts/form.tsx'
import { Loaded, useLoad } from '../parts/load.tsx'
import { Screen } from '../parts/screen.tsx'
import { nodesOf, rolesOf } from '../places.ts'
import { roleName, rolesToGive } from '../role-names.ts'
import { goTo } from '../router.ts'

const texts = textsOf({
  en: {
    title: 'Invite a member',
    above: 'Members',
    email: 'E-mail address',
    firstName: 'First name',
    lastName: 'Last name',
    role: 'Role',
    node: 'Belongs to',
    nodeHint: 'The role holds in this part of the organization and below it.',
    language: 'Language of the e-mail',
    message: 'Message in the e-mail',
    submit: 'Send the invitation',
    invited: (email: string) => `The invitation is on its way to ${email}.`,
  },
  fr: {
    title: 'Inviter un membre',
    above: 'Membres',
    email: 'Adresse e-mail',
    firstName: 'Prénom',
    lastName: 'Nom',
    role: 'Rôle',
    node: 'Appartient à',
    nodeHint: 'Le rôle vaut dans cette partie de l’organisation et au-dessous.',
    language: 'Langue de l’e-mail',
    message: 'Message dans l’e-mail',
    submit: 'Envoyer l’invitation',
    invited: (email: string) => `L’invitation est en route vers ${email}.`,
  },
})

export default function NewMember() {
  const t = texts()
  const { org } = usePlace()
  const choices = useLoad(async () => {
    const [roles, nodes] = await Promise.all([rolesOf(org.id), nodesOf(org.id)])
    return { roles, nodes }
  }, [org.id])
  const above = { label: t.above, href: screenHref(org, 'members') }
  async function invite(data: FormData): Promise<void> {
    const message = textIn(data, 'message')
    const body = {
      email: textIn(data, 'email'),
      firstName: textIn(data, 'firstName'),
      lastName: textIn(data, 'lastName'),
      role: textIn(data, 'role'),
      nodeId: textIn(data, 'nodeId'),
      locale: textIn(data, 'locale'),
      ...(message && { message }),
    }
    await call('POST /v1/orgs/{orgId}/members', { path: { orgId: org.id }, body })
    goTo(above.href)
    confirmDone(t.invited(body.email))
  }
  if (isTest(org))
    return (
      <Screen title={t.title} above={above}>
        <MembersOfTest />
      </Screen>
    )
  return (
    <Screen title={t.title} above={above}>
      <Loaded of={choices}>
        {({ roles, nodes }) => (
          <Form submit={t.submit} onSubmit={invite} cancelHref={above.href}>
            <TextField label={t.email} name="email" type="email" autocomplete="off" required />
            <TextField label={t.firstName} name="firstName" autocomplete="off" required />
            <TextField label={t.lastName} name="lastName" autocomplete="off" required />
            <SelectField
              label={t.role}
              name="role"
              value="member"
              options={rolesToGive(org, roles).map((role) => ({ value: role.key, label: roleName(role) }))}
            />
            <SelectField
              label={t.node}
              hint={t.nodeHint}
              name="nodeId"
              value={org.id}
              options={nodes.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <SelectField
              label={t.language}
              name="locale"
              value={currentLocale()}
              options={[
                { value: 'fr', label: 'Français' },
                { value: 'en', label: 'English' },
              ]}
            />
            <TextArea label={t.message} name="message" maxLength={500} />
          </Form>
        )}
      </Loaded>
    </Screen>
  )
}
