import { ChevronDown, ChevronRight, ChevronsUpDown, ChevronUp } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useIntl } from '../../i18n/intl.tsx'
import { Select } from '../fields/select.tsx'
import { Icon } from '../icon.tsx'
import { usePhone } from '../media.ts'
import { Skeleton } from '../status/skeleton.tsx'
import styles from './table.module.css'
import { nextSort, sortRows, type TableSort } from './table-order.ts'

export interface TableColumn<Row> {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Numbers are aligned at the end. */
  align?: 'start' | 'end'
  /** A name that somebody gave, which may be one long word: it is broken where it would take much of the width. */
  holds?: 'name'
  /** Makes the column sortable by this value; `null` if a row has none. */
  sortBy?: (row: Row) => string | number | null
  /** The column's role in the list shown on a phone. By default the first column is the title, the next two are facts, and the rest are hidden. */
  phone?: 'title' | 'fact' | 'action' | 'hidden'
}

interface TableProps<Row> {
  /** What the table holds, for screen readers. */
  caption: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** Called when a row, or the button its title becomes, is pressed. For rows without an address of their own; otherwise use `link`. */
  onOpen?: ((row: Row) => void) | undefined
  /** Wraps the text of a row's title in a `RowLink`, which then covers the whole row. */
  link?: ((row: Row, title: ReactNode) => ReactNode) | undefined
  /** If given together with `onSort`, the rows arrive already sorted, as from a server that pages; otherwise the table sorts them by `sortBy`. */
  sort?: TableSort | undefined
  onSort?: ((sort: TableSort) => void) | undefined
  loading?: boolean | undefined
  /** An `EmptyState` shown when there are no rows. */
  empty?: ReactNode
}

/** The link that covers a row. With the router: `RowLink`. */
export const RowAnchor = (native: Omit<ComponentProps<'a'>, 'className' | 'style'>) => (
  <a {...native} className={styles.open} />
)

/** A table; on a phone, a list with the title and the two most important facts. Put it into a `Card flush`. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  onOpen,
  link,
  sort,
  onSort,
  loading = false,
  empty,
}: TableProps<Row>) {
  const intl = useIntl()
  const phone = usePhone()
  const [ownSort, setOwnSort] = useState(sort)
  const order = onSort ? sort : ownSort
  const sortBy = columns.find((column) => column.id === order?.column)?.sortBy
  const sorted = !onSort && order && sortBy ? sortRows(rows, sortBy, order.direction, intl.locale) : rows
  const parts = { caption, columns, rows: sorted, rowKey, onOpen, link, order, onOrder: onSort ?? setOwnSort }
  if (loading) {
    return (
      <div className={styles.waiting}>
        <Skeleton shape="row" count={5} />
      </div>
    )
  }
  if (rows.length === 0 && empty) return empty
  return phone ? <List {...parts} /> : <Rows {...parts} />
}

interface PartProps<Row> extends Pick<TableProps<Row>, 'caption' | 'columns' | 'rows' | 'rowKey' | 'onOpen' | 'link'> {
  order: TableSort | undefined
  onOrder: (sort: TableSort) => void
}

const sortWords = { ascending: { id: 'ui.ascending' }, descending: { id: 'ui.descending' } } as const
const sortIcons = { ascending: ChevronUp, descending: ChevronDown }

function Rows<Row>({ caption, columns, rows, rowKey, onOpen, link, order, onOrder }: PartProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    // biome-ignore lint/a11y/useSemanticElements: this does not group form fields
    <div className={styles.scroll} role="group" aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption className={styles.caption}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => {
              const direction = order?.column === column.id ? order.direction : undefined
              return (
                <th
                  key={column.id}
                  scope="col"
                  className={styles.head}
                  data-align={column.align}
                  aria-sort={column.sortBy ? (direction ?? 'none') : undefined}
                >
                  {column.sortBy ? (
                    <button type="button" className={styles.sort} onClick={() => onOrder(nextSort(order, column.id))}>
                      {column.header}
                      <Icon of={direction ? sortIcons[direction] : ChevronsUpDown} size={16} />
                    </button>
                  ) : (
                    column.header
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className={styles.row}
              data-opens={link ? 'link' : onOpen && 'press'}
              onClick={(event) => {
                if (!(event.target as Element).closest('button, a, input, select, label')) onOpen?.(row)
              }}
            >
              {columns.map((column, index) =>
                index === 0 ? (
                  <th
                    key={column.id}
                    scope="row"
                    className={styles.cell}
                    data-align={column.align}
                    data-holds={column.holds}
                  >
                    <Title row={row} column={column} onOpen={onOpen} link={link} />
                  </th>
                ) : (
                  <td key={column.id} className={styles.cell} data-align={column.align} data-holds={column.holds}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Title<Row>({
  row,
  column,
  onOpen,
  link,
}: Pick<TableProps<Row>, 'onOpen' | 'link'> & { row: Row; column: TableColumn<Row> }) {
  const cell = column.cell(row)
  const title = column.holds === 'name' ? <span className={styles.name}>{cell}</span> : cell
  if (link) return link(row, title)
  if (!onOpen) return title
  return (
    <button type="button" className={styles.open} onClick={() => onOpen(row)}>
      {title}
    </button>
  )
}

function List<Row>({ caption, columns, rows, rowKey, onOpen, link, order, onOrder }: PartProps<Row>) {
  const intl = useIntl()
  const title = columns.find((column) => column.phone === 'title') ?? columns[0]
  const others = columns.filter((column) => column !== title)
  const chosen = others.filter((column) => column.phone === 'fact')
  const facts = chosen.length > 0 ? chosen : others.filter((column) => !column.phone).slice(0, 2)
  const actions = others.filter((column) => column.phone === 'action')
  const sortable = columns.filter((column) => column.sortBy)
  return (
    <>
      {sortable.length > 0 && rows.length > 1 && (
        <div className={styles.sorting}>
          <Select
            label={intl.formatMessage({ id: 'ui.sortBy' })}
            labelHidden
            value={order ? `${order.direction} ${order.column}` : ''}
            onChange={(event) => {
              const [direction, column] = event.target.value.split(' ')
              if (column) onOrder({ column, direction: direction === 'descending' ? 'descending' : 'ascending' })
            }}
          >
            {!order && <option value="">{intl.formatMessage({ id: 'ui.sortBy' })}</option>}
            {sortable.flatMap((column) =>
              (['ascending', 'descending'] as const).map((direction) => (
                <option key={`${direction} ${column.id}`} value={`${direction} ${column.id}`}>
                  {intl.formatMessage(sortWords[direction], { column: column.header })}
                </option>
              )),
            )}
          </Select>
        </div>
      )}
      <ul className={styles.list} aria-label={caption}>
        {rows.map((row) => (
          <li key={rowKey(row)} className={styles.card}>
            <div className={styles.words}>
              <div className={styles.title}>
                {title && <Title row={row} column={title} onOpen={onOpen} link={link} />}
              </div>
              <dl className={styles.facts}>
                {facts.map((column) => (
                  <div key={column.id}>
                    <dt>{column.header}</dt>
                    <dd>{column.cell(row)}</dd>
                  </div>
                ))}
              </dl>
            </div>
            {actions.map((column) => (
              <div key={column.id} className={styles.action}>
                {column.cell(row)}
              </div>
            ))}
            {(onOpen || link) && <Icon of={ChevronRight} />}
          </li>
        ))}
      </ul>
    </>
  )
}
