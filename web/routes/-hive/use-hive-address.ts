import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import type { Alarm } from '#domain/alerts/alarm.ts'
import type { HiveRange } from '../../features/hives/hive/hive-search.ts'
import { keepUsualRange, usualRange } from '../../features/hives/hive/usual-range.ts'
import type { ChartState } from '../../features/hives/timeline/state/chart-state.ts'
import { showAddress } from '../../features/hives/timeline/state/scale-chart.ts'

/** Applies the address to the chart, and keeps the range in the address as a word. `alarms` are the known ones of the hive, `now` is in epoch ms. */
export function useHiveAddress(state: ChartState, alarms: readonly Alarm[], now: () => number) {
  const { range, alarm: alarmId } = useSearch({ from: '/_signed-in/scaleoverview/$expand/$scaleId' })
  const client = useQueryClient()
  const navigate = useNavigate({ from: '/scaleoverview/$expand/$scaleId' })
  const { startedAt, detectedAt, endedAt } = alarms.find(({ id }) => id === alarmId) ?? {}
  useEffect(() => {
    const alarm = startedAt && detectedAt ? { startedAt, detectedAt, endedAt: endedAt ?? null } : undefined
    showAddress(state, range, alarm, Math.round(now() / 1000), usualRange(client))
  }, [state, range, startedAt, detectedAt, endedAt, now, client])
  const onRange = useCallback(
    (chosen: HiveRange) => {
      keepUsualRange(client, chosen)
      // choosing the same range again brings the chart back from where it was moved to
      showAddress(state, chosen, undefined, Math.round(now() / 1000))
      void navigate({ search: ({ alarm: _, ...before }) => ({ ...before, range: chosen }), replace: true })
    },
    [state, navigate, now, client],
  )
  return { alarmId, onRange }
}
