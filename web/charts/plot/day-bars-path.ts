import type uPlot from 'uplot'

/** The share of a day's width that its bars fill together. */
const DAY_SHARE = 0.76

/** Bars between the midnights of the x column, those of one day side by side: this is number `position` of `count`. */
export function dayBarsPath(position: number, count: number): uPlot.Series.PathBuilder {
  return (chart, seriesIndex) => {
    const fill = new Path2D()
    const time = chart.data[0]
    const values = chart.data[seriesIndex]!
    const zero = chart.valToPos(0, 'y', true)
    for (let i = 0; i + 1 < time.length; i++) {
      const value = values[i]
      if (value === null || value === undefined) continue
      const left = chart.valToPos(time[i]!, 'x', true)
      const width = chart.valToPos(time[i + 1]!, 'x', true) - left
      const bar = (width * DAY_SHARE) / count
      const tip = chart.valToPos(value, 'y', true)
      const start = left + (width * (1 - DAY_SHARE)) / 2 + position * bar
      fill.rect(start, Math.min(zero, tip), Math.max(1, bar - 1), Math.max(1, Math.abs(tip - zero)))
    }
    return { fill }
  }
}
