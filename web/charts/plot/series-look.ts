import { referenceDash, referenceDots, referenceToken, seriesCount, seriesDash } from '../../ui/display/series.ts'
import { tokenColor } from '../../ui/theme.ts'
import type { ChartSeries } from './chart-series.ts'

type Look = Pick<ChartSeries, 'slot' | 'reference' | 'solid'>

/** The color of a curve in a form that a canvas accepts. */
export const inkOf = ({ slot, reference }: Look): string =>
  tokenColor(reference ? referenceToken : `--series-${(slot % seriesCount) + 1}`)

/** The dash of a curve in CSS pixels. */
export function dashOf({ slot, reference, solid }: Look): readonly number[] {
  if (reference) return reference.dotted ? referenceDots : referenceDash
  return solid ? [] : seriesDash(slot)
}
