import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { saveChart, savedChart } from './saved-query.ts'

test('the chart is restored as it was left', () => {
  const client = new QueryClient()
  const chart = { query: { from: 1_780_000_000, to: 1_780_600_000, series: '12,12t' }, expandedControllers: [3, -3] }
  saveChart(client, chart)
  expect(savedChart(client)).toEqual(chart)
})

test.each([
  ['nothing', undefined, { query: {}, expandedControllers: [] }],
  ['no object', 'compare', { query: {}, expandedControllers: [] }],
  ['what was kept before', { series: '12' }, { query: { series: '12' }, expandedControllers: [] }],
  [
    'fields of another version',
    { series: '12', labels: { inspection: true }, compare: 'yes', expandedControllers: 'all', heat: 3 },
    { query: { series: '12' }, expandedControllers: [] },
  ],
])('is used as far as it is understood: %s', (_, kept, expected) => {
  const client = new QueryClient()
  client.setQueryData(['timeline', 'saved-query'], kept)
  expect(savedChart(client)).toEqual(expected)
})
