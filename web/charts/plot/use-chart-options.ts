import { type RefObject, useMemo } from 'react'
import type uPlot from 'uplot'
import { useIntl } from '../../i18n/intl.tsx'
import { useLook } from '../../ui/look.ts'
import { chartOptions } from './chart-options.ts'
import type { ChartPanel } from './chart-series.ts'
import type { ChartMark } from './cluster-marks.ts'
import { labelPlugin } from './label-plugin.ts'
import { markPlugin } from './mark-plugin.ts'

/** Returns the options of one uPlot of the stack, without its size. They are new, so that it is created anew, only if its curves, axes or colors change. */
export function useChartOptions(
  shown: RefObject<{ panel: ChartPanel; marks: readonly ChartMark[] }>,
  { labeled, timeAxis, letters }: { labeled: boolean; timeAxis: boolean; letters: number },
): Omit<uPlot.Options, 'width' | 'height'> {
  const { locale } = useIntl()
  const look = useLook()
  const { panel } = shown.current
  const identity = panel.series.map(({ key, label, slot }) => `${key}:${slot}:${label}`).join('|')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `identity` stands for the curves, `look` for the token colors
  return useMemo(
    () =>
      chartOptions({ panel, locale, labeled, timeAxis, letters }, [
        markPlugin(() => shown.current.marks),
        ...(labeled ? [labelPlugin(() => shown.current.panel, letters)] : []),
      ]),
    [identity, panel.mode, panel.id, panel.leastSpan, locale, labeled, timeAxis, letters, look],
  )
}
