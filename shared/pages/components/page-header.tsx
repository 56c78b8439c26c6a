import type { ComponentChildren } from 'preact'

interface PageHeaderProps {
  /** Who speaks to the reader: an organization, or the service. */
  readonly name: string | undefined
  readonly logoUrl?: string | null | undefined
  /** Shown on everything of test organizations. */
  readonly testBanner?: string | null
  readonly children?: ComponentChildren
}

/** The bar at the top of every page. */
export function PageHeader({ name, logoUrl, testBanner, children }: PageHeaderProps) {
  return (
    <header class="page-header">
      <p class="brand">
        {logoUrl && <img class="logo" src={logoUrl} alt="" />}
        <span>{name}</span>
      </p>
      {children}
      {testBanner && <p class="test-banner">{testBanner}</p>}
    </header>
  )
}

/** The heading of a page, and what can be done with it as a whole. */
export function PageTitle({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="page-title">
      <h1>{title}</h1>
      {children && <div class="actions">{children}</div>}
    </div>
  )
}
