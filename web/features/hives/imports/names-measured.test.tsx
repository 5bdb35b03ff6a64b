import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ImportFindings, ImportMapping } from '#domain/hives/import.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { checkedImport, foundInTable, mappingSentBy, weightMapping } from './checked-import.ts'
import { ImportSteps } from './import-steps.tsx'
import { suggestQuantities, suggestScales } from './scale-suggestions.ts'

type Names = NonNullable<ImportFindings['names']>

const targets = ['Linde', 'Ahorn'].map((name, i) => ({ id: 3 + i, name, place: 'Wald' }))
const mapping: ImportMapping = { ...weightMapping, separator: ',', decimal: '.', dateOrder: 'ymd' }
const hives: ImportMapping['names'] = {
  columns: [2],
  rows: [
    { cells: ['h1'], scaleId: 3 },
    { cells: ['h2'], scaleId: 4 },
  ],
}
const valuesOf = (...hives: string[]): Names['values'] =>
  ['weight', 'temperature', 'battery'].flatMap((value) => hives.map((hive) => ({ value, rows: 9, of: [hive] })))

function show(names: Names | undefined, byName: ImportMapping['names'], shownTargets = targets) {
  const lines = ['Time,_value,hive,_field', '2026-05-10T10:00:00Z,43.2,h1,weight']
  const scales = [3, 4].map((scaleId) => {
    const span = { from: 1_778_407_200, to: 1_778_410_800, weightMin: null, weightMax: null }
    return { scaleId, readings: 2, ...span, curve: { time: [], weight: [] } }
  })
  const findings = { ...foundInTable, scales, names }
  const opened = checkedImport({ name: 'long.csv', lines, mapping: { ...mapping, names: byName }, findings })
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <ImportSteps opened={opened} targets={shownTargets} onClose={() => undefined} />
    </QueryClientProvider>,
  )
}

const field = (name: RegExp) => screen.getByRole<HTMLSelectElement>('combobox', { name })
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Check the file' }))

test('names of quantities go to the scales of their hives, all in one import', async () => {
  show({ column: 3, isComplete: true, values: valuesOf('h1', 'h2') }, hives)
  expect(field(/Rows to import/).selectedOptions[0]?.text).toBe('Each name with its scale and what it measures')
  expect(field(/^\W*h1\W*temperature\W*: 9 rows/).value).toBe('3')
  expect(field(/What \W*h1\W*temperature\W* measures/).value).toBe('temperature')
  expect(field(/^\W*h1\W*battery/).value).toBe('')
  const { columns, names } = await mappingSentBy(press)
  expect(columns).toEqual(mapping.columns)
  expect(names?.columns).toEqual([2, 3])
  expect(names?.rows).toHaveLength(4)
  expect(names?.rows).toEqual(
    expect.arrayContaining([
      { cells: ['h1', 'weight'], scaleId: 3, quantity: 'weight' },
      { cells: ['h1', 'temperature'], scaleId: 3, quantity: 'temperature' },
      { cells: ['h2', 'weight'], scaleId: 4, quantity: 'weight' },
      { cells: ['h2', 'temperature'], scaleId: 4, quantity: 'temperature' },
    ]),
  )
})

test('two names for the same quantity of a scale are refused until one is left out or measures something else', async () => {
  const values = ['weight', 'temperature', 'ch3'].map((value) => ({ value, rows: 9 }))
  show({ column: 3, isComplete: true, values }, undefined, targets.slice(0, 1))
  expect([field(/weight\W*:/).value, field(/temperature\W*:/).value, field(/ch3\W*:/).value]).toEqual(['3', '3', ''])
  fireEvent.change(field(/ch3\W*:/), { target: { value: '3' } })
  press()
  expect(screen.getAllByText(/measure the same for this scale/)).toHaveLength(2)
  fireEvent.change(field(/What \W*ch3/), { target: { value: 'humidity' } })
  expect(screen.queryByText(/measure the same for this scale/)).toBeNull()
  expect((await mappingSentBy(press)).names?.rows).toContainEqual({ cells: ['ch3'], scaleId: 3, quantity: 'humidity' })
})

test('names of hives only lead to a scale, and have no quantity unless that is chosen', async () => {
  const values = ['Linde', 'Ahorn'].map((value) => ({ value, rows: 9 }))
  show({ column: 3, isComplete: true, values }, undefined)
  expect(field(/Rows to import/).value).toBe('each')
  expect(screen.queryByRole('combobox', { name: /measures/ })).toBeNull()
  fireEvent.change(field(/Rows to import/), { target: { value: 'measured' } })
  fireEvent.change(field(/What \W*Linde/), { target: { value: 'humidity' } })
  expect((await mappingSentBy(press)).names?.rows).toEqual([
    { cells: ['Ahorn'], scaleId: 4, quantity: 'weight' },
    { cells: ['Linde'], scaleId: 3, quantity: 'humidity' },
  ])
})

test('what was found names all rows that went to a scale', () => {
  const rows = (['weight', 'temperature'] as const).map((quantity) => ({ cells: [quantity], scaleId: 3, quantity }))
  show(undefined, { columns: [3], rows })
  expect(screen.getByText(/^Rows with \W*weight\W* and \W*temperature\W*$/)).toBeTruthy()
})

test('what was chosen before is suggested again, with its quantity', () => {
  const values = ['a', 'b', 'c'].map((value) => ({ value, rows: 9 }))
  const before: ImportMapping['names'] = {
    columns: [3],
    rows: [
      { cells: ['a'], scaleId: 3, quantity: 'weight' },
      { cells: ['b'], scaleId: 3, quantity: 'humidity' },
    ],
  }
  const quantities = suggestQuantities(values, before)
  expect(quantities).toEqual(['weight', 'humidity', undefined])
  expect(suggestScales(values, targets, before, quantities)).toEqual([3, 3, undefined])
  expect(suggestQuantities(values, undefined)).toBeUndefined()
})

test('names that contain that of a scale, as of sensors in Home Assistant, are those of its hive', () => {
  const scales = ['Völkli', 'Völkli 1', 'Völkli 10', 'Hive', 'Hive', '–'].map((name, i) => ({
    ...{ id: 3 + i, name, place: ['Wald', 'See'][i % 2]! },
  }))
  const suggestion = (value: string) =>
    suggestScales(
      [
        { value, rows: 9 },
        { value: 'another', rows: 9 },
      ],
      scales,
      undefined,
    )[0]
  expect(suggestion('sensor.volkli_1_weight')).toBe(4)
  expect(suggestion('sensor.volkli_10_weight')).toBe(5)
  expect(suggestion('Völkli: Gewicht')).toBe(3)
  expect(suggestion('sensor.hive_weight_see')).toBe(6)
  expect(suggestion('sensor.hive_weight')).toBeUndefined()
  expect(suggestion('sensor.beehive_weight')).toBeUndefined()
  expect(suggestion('–')).toBe(8)
  expect(suggestion('...')).toBeUndefined()
})
