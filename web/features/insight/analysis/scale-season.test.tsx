import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ScaleSeason } from '#domain/insight/analysis.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { ScaleSeasonView } from './scale-season.tsx'

const scale: ScaleSeason = {
  scaleId: 1,
  controllerId: 1,
  name: 'Linde',
  damaged: false,
  rank: null,
  gain: null,
  bestDays: [],
  flows: [],
  winter: { kg: -0.02, days: 90, kgPerWeek: -0.002 },
  foragers: null,
  nights: null,
  months: [{ month: '2026-01', gainKg: -0.4, foragersKg: null, nightKg: null }],
}

test('a temperature or a loss that is rounded to zero has no minus', () => {
  renderWithMessages(
    <ScaleSeasonView
      scale={scale}
      rank={null}
      count={1}
      season={{ from: '2026-04-01', to: '2026-09-30' }}
      weather={new Map([['2026-01-10', { temperature: -0.3, rainMm: 3 }]])}
      weatherLack={null}
      bars={null}
    >
      {null}
    </ScaleSeasonView>,
  )
  expect(screen.getByRole('row', { name: /January 2026/ }).textContent).toContain('0 °C')
  expect(document.body.textContent).not.toMatch(/[-−]0(\.0+)?(?![\d.])/)
})
