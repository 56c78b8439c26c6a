import { textsOf } from './language.ts'

const texts = textsOf({
  en: { copied: 'The members of a test organization are those of the live one. Invite and change them there.' },
  fr: {
    copied:
      'Les membres d’une organisation de test sont ceux de l’organisation réelle. Invitez-les et modifiez-les là-bas.',
  },
})

/** Says where the members of a test organization are changed. */
export function MembersOfTest() {
  return <p>{texts().copied}</p>
}
