import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ScaleSeason } from '#domain/insight/analysis.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { SeasonTable } from './season-table.tsx'

vi.mock('../../../ui/navigation/row-link.ts', () => ({ RowLink: 'a' }))

const scale = (scaleId: number, gain: ScaleSeason['gain'], changes: Partial<ScaleSeason> = {}): ScaleSeason => ({
  scaleId,
  controllerId: 1,
  name: `Hive ${scaleId}`,
  damaged: false,
  rank: null,
  gain,
  bestDays: [],
  flows: [],
  winter: null,
  foragers: null,
  nights: null,
  months: [],
  ...changes,
})

test('a season of which nothing is known yet says why there is no rank and no gain', () => {
  const { rerender } = renderWithMessages(<SeasonTable scales={[scale(1, null)]} places={[]} year={2027} />)
  expect(screen.getByText(/^Fewer than two nights of this season \(1 April to 30 September\)/)).toBeDefined()
  rerender(<SeasonTable scales={[scale(1, null), scale(2, { kg: 2, days: 30 })]} places={[]} year={2027} />)
  expect(screen.queryByText(/^Fewer than two nights/)).toBeNull()
})

test.each([
  ['the same name', 'Hive 1', ['Forest', 'Orchard']],
  ['different names', 'Hive 2', []],
])('on a phone, hives of %s are listed with their places only if needed', (_, name, shown) => {
  const places = [
    { id: 1, name: 'Forest' },
    { id: 2, name: 'Orchard' },
  ]
  const scales = [scale(1, null), scale(2, null, { name, controllerId: 2 })]
  renderWithMessages(<SeasonTable scales={scales} places={places} year={2027} />, { phone: true })
  const list = screen.getByRole('list', { name: 'Scales by their gain' })
  expect(places.map((place) => place.name).filter((place) => within(list).queryByText(place))).toEqual(shown)
})
