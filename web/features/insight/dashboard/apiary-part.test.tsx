import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { controllerWith, scaleWith } from '../../../../tests/support/samples/sample-dashboard.ts'
import { queryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { ApiaryPart } from './apiary-part.tsx'
import { dashboardQuery } from './dashboard-queries.ts'
import type { Hive } from './hives.ts'

const now = Date.UTC(2026, 4, 20, 12)

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('the focus stays in the apiary whose alarms are muted', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ message: 'Muted.' })))
  queryClient.setQueryData(dashboardQuery.queryKey, [
    controllerWith({ id: 1, name: 'Meadow', access: 'watched' }),
    controllerWith({ id: 2, name: 'Orchard', access: 'watched' }),
  ])
  function Shown() {
    const { data } = useQuery({ ...dashboardQuery, enabled: false })
    return data!.map((controller) => {
      const hive: Hive = { scale: scaleWith({}), controller, alarms: [], state: { kind: 'still' }, isDue: false }
      return (
        <ApiaryPart
          key={controller.id}
          apiary={{ controller, isSilent: false, alarms: [], hives: [hive] }}
          rows="alarms"
          mode="classic"
          room={{ gain: 1, loss: 1 }}
          now={now}
          linkedAlarm={undefined}
          alarmPart={() => null}
          needs={null}
        />
      )
    })
  }
  renderWithMessages(
    <QueryClientProvider client={queryClient}>
      <Shown />
    </QueryClientProvider>,
  )
  const hold = screen.getAllByRole('button', { name: /^Hold alarms/ })[1]!
  hold.focus()
  fireEvent.click(hold)
  await waitFor(() => expect(hold.isConnected).toBe(false))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Orchard' }))
})
