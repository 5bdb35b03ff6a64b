import { describe, expect, it } from 'vitest'
import { applyChartQuery, toChartQuery } from './chart-query.ts'
import {
  type ChartState,
  choosePreset,
  initialChartState,
  knowFirst,
  moveRange,
  passTime,
  showSeries,
  switchSliding,
} from './chart-state.ts'
import { type Preset, presets } from './default-range.ts'
import { chartQueryOf, readTimelineSearch } from './timeline-search.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const AHEAD = 600
const local = (month: number, day: number, year = 2026) => new Date(year, month - 1, day).getTime() / 1000
const now = local(6, 10) + 12 * HOUR

const spanOf = ({ range }: ChartState) => [range.xmin, range.xmax]
/** Returns the state that a later visit restores from the address or from this device. */
function openedAgain(state: ChartState, at: number): ChartState {
  const kept = JSON.parse(JSON.stringify(toChartQuery(state)))
  const next = initialChartState(at)
  applyChartQuery(next, chartQueryOf(readTimelineSearch(kept)))
  return next
}

describe('a window that touches now', () => {
  it('follows it, even without refreshing', () => {
    const state = initialChartState(now)
    state.refresh = 0
    choosePreset(state, 'day')
    passTime(state, now + 3 * HOUR)
    expect(spanOf(state)).toEqual([now - 21 * HOUR, now + 3 * HOUR + AHEAD])
    moveRange(state, { from: now, to: now + 3 * HOUR + AHEAD }, true)
    passTime(state, now + 4 * HOUR)
    expect(spanOf(state)).toEqual([now + HOUR, now + 4 * HOUR + AHEAD])
    expect(state.slidingWindow).toBe(true)
  })

  it('stops when moved away or switched off, and follows again when moved back', () => {
    const state = initialChartState(now)
    moveRange(state, { from: now - 9 * DAY, to: now - 2 * DAY }, true)
    expect([state.slidingWindow, state.preset]).toEqual([false, undefined])
    passTime(state, now + HOUR)
    expect(spanOf(state)).toEqual([now - 9 * DAY, now - 2 * DAY])
    moveRange(state, { from: now - 5 * DAY, to: now + HOUR }, true)
    expect(state.slidingWindow).toBe(true)
    switchSliding(state, false)
    passTime(state, now + 2 * HOUR)
    expect(spanOf(state)).toEqual([now - 5 * DAY, now + HOUR])
    switchSliding(state, true)
    expect(spanOf(state)[1]).toBe(now + 2 * HOUR + AHEAD)
  })

  it('shows the last week of a curve that no longer has weights, and stays there', () => {
    const state = initialChartState(now)
    showSeries(state, ['10'], [{ id: 3, lastWeight: now - 5 * DAY, scaleIds: [10] }])
    expect(state.slidingWindow).toBe(false)
    passTime(state, now + DAY)
    expect(spanOf(state)).toEqual([now - 12 * DAY, now - 5 * DAY + AHEAD])
  })
})

describe('a later visit', () => {
  it.each(presets)('opens %s as of then, with the preset selected', (preset) => {
    const state = initialChartState(now)
    choosePreset(state, preset)
    const next = openedAgain(state, now + 3 * DAY)
    const fresh = initialChartState(now + 3 * DAY)
    choosePreset(fresh, preset)
    expect(next.preset).toBe(preset)
    expect(spanOf(next)).toEqual(spanOf(fresh))
    expect(JSON.stringify(toChartQuery(state))).not.toMatch(/from|to/)
  })

  it('opens a range of another length up to now', () => {
    const state = initialChartState(now)
    moveRange(state, { from: now + AHEAD - 3 * DAY, to: now + AHEAD })
    expect(toChartQuery(state)).toMatchObject({ last: 3 * DAY })
    expect(spanOf(openedAgain(state, now + 9 * DAY))).toEqual([now + 6 * DAY + AHEAD, now + 9 * DAY + AHEAD])
  })

  it('opens a fixed range where it was, including a past season', () => {
    const state = initialChartState(now)
    moveRange(state, { from: now - 9 * DAY, to: now - 2 * DAY })
    expect(spanOf(openedAgain(state, now + DAY))).toEqual([now - 9 * DAY, now - 2 * DAY])
    const autumn = initialChartState(local(11, 20))
    choosePreset(autumn, 'season')
    expect(autumn.slidingWindow).toBe(false)
    expect(spanOf(openedAgain(autumn, local(12, 24)))).toEqual([local(4, 1), local(10, 1)])
  })

  it.each([
    ['of the season that is over', local(4, 1), local(10, 1)],
    ['of nearly all of it', local(4, 2), local(9, 30)],
  ])('keeps dates %s as dates, from a link or chosen by hand', (_, from, to) => {
    const linked = initialChartState(local(11, 20))
    applyChartQuery(linked, chartQueryOf(readTimelineSearch({ from, to, series: '12' })))
    expect(toChartQuery(linked)).toEqual({ from, to, series: '12' })
    const chosen = initialChartState(local(11, 20))
    moveRange(chosen, { from, to })
    for (const state of [linked, chosen]) {
      expect([state.preset, state.slidingWindow]).toEqual([undefined, false])
      passTime(state, local(6, 10, 2027))
      expect(spanOf(state)).toEqual([from, to])
      expect(spanOf(openedAgain(state, local(11, 20, 2027)))).toEqual([from, to])
    }
  })

  it('keeps the chosen season when the chart settles on it', () => {
    const state = initialChartState(local(11, 20))
    choosePreset(state, 'season')
    moveRange(state, { from: local(4, 1) + 60, to: local(10, 1) }, true)
    expect(toChartQuery(state)).toEqual({ last: 'season' })
    const dates = { from: local(4, 1), to: local(10, 1) }
    applyChartQuery(state, dates)
    expect(toChartQuery(state)).toEqual(dates)
  })

  it('does not follow a range that was just switched to fixed', () => {
    const state = initialChartState(now)
    switchSliding(state, false)
    const next = openedAgain(state, now + 60)
    expect([next.slidingWindow, spanOf(next)]).toEqual([false, spanOf(state)])
  })

  it('reads earlier links: dates that reach the present follow it, as does a sliding range', () => {
    const state = initialChartState(now)
    applyChartQuery(state, { from: now - 7 * DAY, to: now })
    expect([state.preset, state.slidingWindow]).toEqual(['week', true])
    applyChartQuery(state, { from: now - 20 * DAY, to: now - 17 * DAY, sliding: true })
    expect(spanOf(state)).toEqual([now + AHEAD - 3 * DAY, now + AHEAD])
  })

  it.each([{ last: 'fortnight' }, { last: -5 }, { last: 1e12 }, { last: 'week,month' }, { last: [7] }])(
    'survives a damaged link %j',
    (search) => {
      const state = initialChartState(now)
      applyChartQuery(state, chartQueryOf(readTimelineSearch(search)))
      expect(state.preset).toBe('week')
    },
  )
})

describe('all', () => {
  const lit = (state: ChartState): Preset | undefined => state.preset

  it('starts with the first reading of what is shown and ends now', () => {
    const state = initialChartState(now)
    choosePreset(state, 'all')
    expect(spanOf(state)).toEqual([Date.UTC(2016, 0, 1) / 1000, now + AHEAD])
    knowFirst(state, local(3, 1, 2024))
    expect(spanOf(state)).toEqual([local(3, 1, 2024), now + AHEAD])
    passTime(state, now + DAY)
    expect(spanOf(state)).toEqual([local(3, 1, 2024), now + DAY + AHEAD])
    expect(lit(state)).toBe('all')
  })

  it('starts in 2016 if there is no reading, and never earlier', () => {
    const state = initialChartState(now)
    choosePreset(state, 'all')
    knowFirst(state, 5)
    expect(spanOf(state)[0]).toBe(Date.UTC(2016, 0, 1) / 1000)
    knowFirst(state, undefined)
    expect(spanOf(state)[0]).toBe(Date.UTC(2016, 0, 1) / 1000)
  })

  it('does not change a range chosen in the meantime', () => {
    const state = initialChartState(now)
    choosePreset(state, 'all')
    choosePreset(state, 'day')
    knowFirst(state, local(3, 1, 2024))
    expect(lit(state)).toBe('day')
    expect(spanOf(state)[0]).toBe(now - DAY)
  })
})
