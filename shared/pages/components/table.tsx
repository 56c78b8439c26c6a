import type { ComponentChildren, Key } from 'preact'

export interface Column<Row> {
  readonly title: string
  /** The first column names its row. */
  readonly cell: (row: Row) => ComponentChildren
}

export interface TableProps<Row> {
  /** What the rows are, for screen readers. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => Key
}

/** Scrolls sideways inside its frame where it is too wide. */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <section class="table-frame" aria-label={caption} {...reachable}>
      <table class="table">
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title }) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell }, index) =>
                index === 0 ? (
                  <th key={title} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={title}>{cell(row)}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Not every browser lets the keyboard scroll a frame. */
const reachable = { tabIndex: 0 }
