import type { Accent } from './accent.ts'

const names = {
  light: '--brand-light',
  lightText: '--brand-light-text',
  dark: '--brand-dark',
  darkText: '--brand-dark-text',
} as const

/** Shows a page in an organization's colour, or in the service's own. For scripts: a policy forbids it in markup. */
export function showAccent(accent: Accent | null, root: { readonly style: Style }): void {
  for (const [part, name] of Object.entries(names) as [keyof Accent, string][])
    if (accent) root.style.setProperty(name, accent[part])
    else root.style.removeProperty(name)
}

interface Style {
  setProperty(name: string, value: string): void
  removeProperty(name: string): string
}
