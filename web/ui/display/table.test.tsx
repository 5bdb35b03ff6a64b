import { fireEvent, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { renderWithMessages } from '../render-with-messages.tsx'
import { RowAnchor, Table, type TableColumn } from './table.tsx'

interface Row {
  id: number
  name: string
  weight: number | null
}

const rows: Row[] = [
  { id: 1, name: 'Waldrand', weight: 9.5 },
  { id: 2, name: 'Alp Flix', weight: null },
  { id: 3, name: 'Lindenhof', weight: 42 },
]
const columns: TableColumn<Row>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name, sortBy: (row) => row.name },
  { id: 'weight', header: 'Weight', cell: (row) => row.weight ?? '–', sortBy: (row) => row.weight, align: 'end' },
  { id: 'place', header: 'Place', cell: () => 'Chur' },
  { id: 'note', header: 'Note', cell: () => 'a note' },
]
const table = (props: Partial<Parameters<typeof Table<Row>>[0]> = {}) => (
  <Table caption="Controllers" columns={columns} rows={rows} rowKey={(row) => row.id} {...props} />
)
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('rowheader')[0]?.textContent)

it('has a name where the keyboard stops to scroll it, and each row is named by its first cell', () => {
  renderWithMessages(table())
  const scroller = screen.getByRole('group', { name: 'Controllers' })
  expect(scroller.tabIndex).toBe(0)
  const header = within(scroller).getByRole('rowheader', { name: 'Alp Flix' })
  expect(header.getAttribute('scope')).toBe('row')
  expect(within(header.closest('tr')!).getAllByRole('cell')).toHaveLength(columns.length - 1)
})

it('sorts when a header is pressed and says so', () => {
  renderWithMessages(table())
  expect(names()).toEqual(['Waldrand', 'Alp Flix', 'Lindenhof'])
  const header = screen.getByRole('columnheader', { name: 'Weight' })
  expect(header.getAttribute('aria-sort')).toBe('none')
  fireEvent.click(within(header).getByRole('button'))
  expect(names()).toEqual(['Waldrand', 'Lindenhof', 'Alp Flix'])
  expect(header.getAttribute('aria-sort')).toBe('ascending')
  fireEvent.click(within(header).getByRole('button'))
  expect(names()).toEqual(['Lindenhof', 'Waldrand', 'Alp Flix'])
  expect(header.getAttribute('aria-sort')).toBe('descending')
  expect(screen.getByRole('columnheader', { name: 'Place' }).getAttribute('aria-sort')).toBeNull()
})

it('leaves the order to the caller if the caller asks for the sort', () => {
  const sorted = vi.fn()
  renderWithMessages(table({ sort: { column: 'weight', direction: 'ascending' }, onSort: sorted }))
  fireEvent.click(screen.getByRole('button', { name: 'Weight' }))
  expect(sorted.mock.calls).toEqual([[{ column: 'weight', direction: 'descending' }]])
  expect(names()).toEqual(['Waldrand', 'Alp Flix', 'Lindenhof'])
})

it('opens a row by its button and by a press anywhere on it, each once', () => {
  const opened = vi.fn()
  renderWithMessages(table({ onOpen: opened }))
  fireEvent.click(screen.getByRole('button', { name: 'Lindenhof' }))
  fireEvent.click(screen.getByText('42'))
  expect(opened.mock.calls.map(([row]) => row.id)).toEqual([3, 3])
})

it.each([false, true])('navigates through the link of a row (on a phone: %s), without a button', (phone) => {
  const link = ({ id }: Row, title: ReactNode) =>
    id === 2 ? title : <RowAnchor href={`/controllers/${id}`}>{title}</RowAnchor>
  renderWithMessages(table({ link }), { phone })
  expect(screen.getAllByRole('link').map((one) => [one.textContent, one.getAttribute('href')])).toEqual([
    ['Waldrand', '/controllers/1'],
    ['Lindenhof', '/controllers/3'],
  ])
  expect(screen.queryByRole('button', { name: /Waldrand|Alp Flix|Lindenhof/ })).toBeNull()
  expect(screen.getByText('Alp Flix')).toBeTruthy()
})

it('is a list on a phone: the title, two facts, and the sort as a select', () => {
  renderWithMessages(table(), { phone: true })
  expect(screen.queryByRole('table')).toBeNull()
  const [first] = within(screen.getByRole('list', { name: 'Controllers' })).getAllByRole('listitem')
  expect(first?.textContent).toBe('WaldrandWeight9.5PlaceChur')
  fireEvent.change(screen.getByLabelText('Sort by'), { target: { value: 'descending weight' } })
  expect(screen.getAllByRole('listitem').map((entry) => entry.textContent?.slice(0, 4))).toEqual([
    'Lind',
    'Wald',
    'Alp ',
  ])
})

it('says what to do next if there is nothing', () => {
  renderWithMessages(table({ rows: [], empty: <p>Register a transmitter.</p> }))
  expect(screen.getByText('Register a transmitter.')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})
