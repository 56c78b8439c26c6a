import { Button } from '../../../shared/pages/components/button.tsx'
import { chooseLocale, currentLocale } from './language.ts'

/** Says in the other language that it can be had. */
export function LanguageSwitch() {
  const other = currentLocale() === 'en' ? 'fr' : 'en'
  const choose = () => {
    chooseLocale(other)
    dispatchEvent(new Event('languagechange'))
  }
  return (
    <Button kind="plain" onClick={choose}>
      <span lang={other}>{other === 'fr' ? 'Français' : 'English'}</span>
    </Button>
  )
}
