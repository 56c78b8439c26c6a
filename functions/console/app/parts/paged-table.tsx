import type { ComponentChildren } from 'preact'
import { Table, type TableProps } from '../../../../shared/pages/components/table.tsx'
import { Loaded, More, type Pages } from './load.tsx'
import { Empty } from './screen.tsx'

interface PagedTableProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  readonly of: Pages<Row>
  /** What stands there instead of a table without rows. */
  readonly empty: ComponentChildren
}

/** A list that is read page by page, as a table with a button for more. */
export function PagedTable<Row>({ of, empty, ...table }: PagedTableProps<Row>) {
  return (
    <>
      <Loaded of={of}>
        {({ results }) => (results.length === 0 ? <Empty>{empty}</Empty> : <Table {...table} rows={results} />)}
      </Loaded>
      <More pages={of} />
    </>
  )
}
