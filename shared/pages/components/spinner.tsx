/** Something takes time, nobody knows how long. The label is what is read aloud. */
export function Spinner({ label }: { label: string }) {
  return (
    <span role="status">
      <span class="spinner" aria-hidden="true" /> <span class="quiet">{label}</span>
    </span>
  )
}

/** Something takes time, and this share of it has passed, from 0 to 1. At 1 nobody knows how long the rest takes. */
export function Progress({ share, label }: { share: number; label: string }) {
  return <progress max={1} value={share < 1 ? share : undefined} aria-label={label} />
}
