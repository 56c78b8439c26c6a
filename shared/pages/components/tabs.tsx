interface Tab {
  readonly label: string
  readonly href: string
  readonly isCurrent: boolean
}

/** Links between the parts of a page, each with an address of its own. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.href} href={tab.href} aria-current={tab.isCurrent ? 'page' : undefined}>
          {tab.label}
        </a>
      ))}
    </nav>
  )
}
