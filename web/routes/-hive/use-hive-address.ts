import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import type { Alarm } from '#domain/alerts/alarm.ts'
import type { HiveRange } from '../../features/hives/hive/hive-search.ts'
import { keepUsualRange, usualRange } from '../../features/hives/hive/usual-range.ts'
import type { ChartState } from '../../features/hives/timeline/state/chart-state.ts'
import { showAddress } from '../../features/hives/timeline/state/scale-chart.ts'

/** Shows what the address says, and keeps the range in it as a word. `alarms` are those of the hive that are known, `now` is in epoch ms. */
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
      // pressed again it comes back from where the chart was moved to
      showAddress(state, chosen, undefined, Math.round(now() / 1000))
      void navigate({ search: ({ alarm: _, ...before }) => ({ ...before, range: chosen }), replace: true })
    },
    [state, navigate, now, client],
  )
  return { alarmId, onRange }
}
