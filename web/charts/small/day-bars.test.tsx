import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderWithMessages } from '../../ui/render-with-messages.tsx'
import { BarAxis, DayBars } from './day-bars.tsx'

const days = [
  { date: '2026-05-19', delta: 1 },
  { date: '2026-05-20', delta: -0.5 },
  { date: '2026-05-21', delta: 4 },
]
/** Matches the y coordinates of the top end, the bottom end and zero of the axis. */
const axisOf = (node: Element) => /M-7 (\S+)h4V(\S+)h-4M-7 (\S+)h4/.exec(node.innerHTML)

test.each([
  [{ gain: 2, loss: 1 }, ['+2 kg', '-1 kg'], ['2', '38', '26']],
  [{ gain: 0.5, loss: 0 }, ['+0.5 kg', '0 kg'], ['2', '38', '38']],
  [{ gain: 0, loss: 5 }, ['0 kg', '-5 kg'], ['2', '38', '2']],
])('the axis of %o is labeled with its ends in kg, at the same height as the bars', (room, ends, ticks) => {
  const { container } = renderWithMessages(<BarAxis room={room} height={40} />)
  expect(ends.filter((end) => screen.queryByText(end) === null)).toEqual([])
  const bars = renderWithMessages(<DayBars days={days} room={room} height={40} ends={false} label="Linde" />)
  for (const place of [container, bars.container]) expect(axisOf(place)?.slice(1)).toEqual(ticks)
  const zero = bars.container.querySelector('line')!
  expect(zero.getAttribute('y1')).toBe(ticks[2])
})

test('bars without a shared room have no axis', () => {
  const { container } = renderWithMessages(<DayBars days={days} label="Linde" />)
  expect(container.querySelectorAll('rect').length).toBeGreaterThan(2)
  expect(axisOf(container)).toBeNull()
})

test('a screen reader reads the days of a week or two; a whole season has only its name', () => {
  const silent = { date: '2026-05-22', delta: null }
  renderWithMessages(<DayBars days={[...days, silent]} label="Linde" />)
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe(
    'Linde; May 19: +1\u00a0kg; May 20: -0.5\u00a0kg; May 21: +4\u00a0kg',
  )
  const season = Array.from({ length: 32 }, (_, day) => ({
    date: new Date(Date.UTC(2026, 4, day)).toISOString().slice(0, 10),
    delta: 1,
  }))
  renderWithMessages(<DayBars days={season} label="Season" />)
  expect(screen.getByRole('img', { name: 'Season' })).toBeDefined()
})
