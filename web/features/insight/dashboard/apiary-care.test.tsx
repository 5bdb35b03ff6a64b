import { QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AlarmType } from '#domain/alerts/alarm.ts'
import { weightAlarms } from '#domain/alerts/alarm-types.ts'
import { controllerWith } from '../../../../tests/support/samples/sample-dashboard.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { ApiaryCare } from './apiary-care.tsx'

const now = Date.UTC(2026, 4, 20, 12)

test.each<[AlarmType[], string[]]>([
  [
    ['swarm', 'silence'],
    ['Swarm muted', 'No data muted'],
  ],
  [[...weightAlarms], []],
  [[...weightAlarms, 'silence'], ['No data muted']],
])('of the mutes of %s, those are listed that the head of the apiary does not name', (types, listed) => {
  const mutes = types.map((notificationType) => ({ controllerId: 1, notificationType, enddate: null }))
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <ApiaryCare controller={controllerWith({ mutes })} isSilent={false} now={now} />
    </QueryClientProvider>,
  )
  expect(screen.queryAllByRole('listitem').map((one) => one.firstElementChild!.textContent)).toEqual(listed)
})
