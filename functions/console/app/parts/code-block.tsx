/** Not every browser lets the keyboard scroll a frame. */
const reachable = { tabIndex: 0 }

/** A text for programs, as it is. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    <section class="code-block" aria-label={label} {...reachable}>
      <pre>{text}</pre>
    </section>
  )
}
