import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { GainBars, type GainsBeside } from './gain-bars.tsx'

const days = [2, null, -0.5, 1].map((kg, day) => ({ date: `2026-05-0${day + 1}`, kg }))
const show = (beside: readonly GainsBeside[] | null | undefined, onBeside = vi.fn()) => {
  renderWithMessages(<GainBars year={2026} days={days} beside={beside} onBeside={onBeside} />)
  return onBeside
}
const texts = () => document.body.textContent!.replaceAll('\u00a0', ' ')

test('alone it shows its own days and offers a comparison', () => {
  const onBeside = show(undefined)
  expect(screen.getAllByRole('img')).toHaveLength(1)
  fireEvent.click(screen.getByRole('switch', { name: 'Compared with the previous year and the region' }))
  expect(onBeside).toHaveBeenCalledWith(true)
})

test('a comparison adds up the days that both know, on one scale', () => {
  const before = days.map(({ date }, day) => ({ date, kg: day === 3 ? null : 4 }))
  show([
    { name: '2025', days: before },
    { name: 'Bern', days: [{ date: '2026-05-04', kg: 0.5 }] },
  ])
  expect(screen.getAllByRole('img')).toHaveLength(3)
  expect(texts()).toContain('2025: +8.0 kg. 2026 on the same 2 days: +1.5 kg.')
  expect(texts()).toContain('Bern: +0.5 kg. 2026 on the same day: +1.0 kg.')
  const tallest = screen
    .getAllByRole('img')
    .map((chart) =>
      Math.max(...[...chart.querySelectorAll('rect[y]')].map((bar) => Number(bar.getAttribute('height')))),
    )
  expect(tallest[0]).toBeLessThan(tallest[1]! / 1.9)
})

test.each<[string, GainsBeside[], string]>([
  ['no day of the year before', [{ name: '2025', days: [] }], '2025: no day is known for both.'],
  [
    'days that are not known of both',
    [{ name: '2025', days: [{ date: '2026-05-02', kg: 3 }] }],
    '2025: no day is known for both.',
  ],
])('with %s it says so', (_, beside, words) => {
  show(beside)
  expect(texts()).toContain(words)
  expect(screen.getAllByRole('img')).toHaveLength(1)
})

test('the days stay while the comparison is loading', () => {
  show(null)
  expect(screen.getAllByRole('img')).toHaveLength(1)
})

test('says why part of the comparison could not be loaded, next to the rest', () => {
  renderWithMessages(
    <GainBars year={2026} days={days} beside={[{ name: 'Bern', days }]} lack="No network." onBeside={vi.fn()} />,
  )
  expect(texts()).toContain('No network.')
  expect(screen.getAllByRole('img')).toHaveLength(2)
})
