import { describe, expect, it } from 'vitest'
import { applyChartQuery, toChartQuery } from './chart-query.ts'
import { initialChartState, type ShownController, setRange, shownSeries, showSeries } from './chart-state.ts'
import { defaultRange, presets } from './default-range.ts'
import { presetOf, presetRange } from './range-presets.ts'
import { chartQueryOf, readTimelineSearch, sameChartQuery } from './timeline-search.ts'

const now = 1_780_000_000
const DAY = 86_400
const controllers: ShownController[] = [
  { id: 3, lastWeight: now - 5 * DAY, scaleIds: [10, 11] },
  { id: 4, lastWeight: now - 600, scaleIds: [20] },
  { id: 5, lastWeight: undefined, scaleIds: [30] },
]

describe('showing curves', () => {
  it('starts with the 7 days before the last weight and expands the controller', () => {
    const state = initialChartState(now)
    showSeries(state, ['10'], controllers)
    expect(state.range).toMatchObject({ xmin: now - 12 * DAY, xmax: now - 5 * DAY + 600, reload: true })
    expect(state.expandedControllers).toEqual([3])
    expect(shownSeries(state.series)).toEqual(['10'])
  })

  it('does not change the range once something is shown', () => {
    const state = initialChartState(now)
    showSeries(state, ['10'], controllers)
    const range = { ...state.range }
    showSeries(state, ['10', '20', 'c4b'], controllers)
    expect(state.range).toEqual(range)
    expect(state.expandedControllers).toEqual([3, 4])
  })

  it('keeps the range if no weight is known', () => {
    const state = initialChartState(now)
    showSeries(state, ['30'], controllers)
    expect(state.range.xmax).toBe(now + 600)
  })

  it('ignores keys that are not curves', () => {
    const state = initialChartState(now)
    showSeries(state, ['__proto__', '10b', '10'], controllers)
    expect(shownSeries(state.series)).toEqual(['10'])
  })
})

describe('changing the range', () => {
  it('requests data and says who moved it', () => {
    const state = initialChartState(now)
    state.range.reload = false
    setRange(state, { from: 1, to: 2 }, true)
    expect(state.range).toEqual({ xmin: 1, xmax: 2, skipChart: true, reload: true })
    state.range.reload = false
    setRange(state, { from: 1, to: 2 })
    expect(state.range.reload).toBe(false)
  })
})

describe('the chart in the address', () => {
  const roundTrip = (search: Record<string, unknown>) => {
    const state = initialChartState(now)
    applyChartQuery(state, chartQueryOf(readTimelineSearch(search)))
    return state
  }

  it('is restored as it was', () => {
    const state = initialChartState(now)
    showSeries(state, ['10', '20t', 'c4b'], controllers)
    Object.assign(state, { compare: true, delta: true, refresh: 0, displayFlags: true })
    Object.assign(state, { net: true, average: 'median', compensated: false })
    Object.assign(state, { displayManualFlags: false, interventionFilter: ['feeding', 'queen'] })
    const query = toChartQuery(state)
    const again = roundTrip(JSON.parse(JSON.stringify(query)))
    expect(toChartQuery(again)).toEqual(query)
    expect(again.series).toEqual(state.series)
    expect(again.interventionFilter).toEqual(['feeding', 'queen'])
  })

  it('is short if everything has its default', () => {
    expect(Object.keys(toChartQuery(initialChartState(now)))).toEqual(['last'])
  })

  it('accepts a single id, which the router parses as a number', () => {
    expect(shownSeries(roundTrip({ series: 12 }).series)).toEqual(['12'])
  })

  it.each([
    {
      from: 'x',
      to: 5,
      series: 'evil,12,<b>',
      compare: 'yes',
      labels: 'nonsense,queen',
      refresh: 7,
      net: 1,
      average: 'mode',
    },
    { from: 1.5, to: -1, series: ['a'], labels: {}, interventions: 0 },
  ])('survives a damaged link %#', (search) => {
    const state = roundTrip(search)
    expect(state.range.xmax).toBe(now + 600)
    expect([state.compare, state.refresh, state.displayManualFlags]).toEqual([false, 300, true])
    expect(shownSeries(state.series).every((key) => key === '12')).toBe(true)
  })

  it('ignores foreign parameters and accepts a range only if it is complete and in order', () => {
    expect(chartQueryOf(readTimelineSearch({ lang: 'fr', token: 'x', delta: true }))).toEqual({ delta: true })
    expect(roundTrip({ from: now, to: now - 5 }).range.xmax).toBe(now + 600)
    expect(sameChartQuery({ from: 1, to: 2 }, { from: 1, to: 2, compare: true })).toBe(false)
    expect(sameChartQuery({ from: 1, to: 2 }, { to: 2, from: 1 })).toBe(true)
  })
})

describe('presets', () => {
  it.each(presets)('%s is recognized, even some minutes later', (preset) => {
    expect(presetOf(presetRange(preset, now), now)).toBe(preset)
    expect(presetOf(presetRange(preset, now), now + 600)).toBe(preset)
  })

  it('start all in 2016, and recognize no other range', () => {
    expect(presetRange('all', now)).toEqual({ from: Date.UTC(2016, 0, 1) / 1000, to: now + 600 })
    expect(presetOf({ from: now - 3 * DAY, to: now }, now)).toBeUndefined()
    expect(defaultRange(now)).toEqual({ from: now - 7 * DAY, to: now + 600 })
  })
})
