import { type IconName, icons } from '../icons.ts'

/** Decoration beside a text; alone in a button, the button needs a label of its own. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={icons[name]} />
    </svg>
  )
}
