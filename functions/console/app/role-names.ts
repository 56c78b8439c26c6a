import { textsOf } from './language.ts'

const texts = textsOf<Readonly<Record<string, string>>>({
  en: {},
  fr: {
    owner: 'Propriétaire',
    admin: 'Administrateur',
    manager: 'Responsable',
    member: 'Membre',
    viewer: 'Lecteur',
  },
})

/** The name of a role. Those of the system have one in each language. */
export function roleName({ key, name }: { readonly key: string; readonly name: string }): string {
  return texts()[key] ?? name
}
