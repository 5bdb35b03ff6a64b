import { QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AlarmType } from '#domain/alerts/alarm.ts'
import { weightAlarms } from '#domain/alerts/alarm-types.ts'
import type { ShownMute } from '#domain/alerts/pending-mutes.ts'
import { controllerWith } from '../../../../tests/support/samples/sample-dashboard.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { ApiaryCare } from './apiary-care.tsx'
import { HoldAlarms } from './hold-alarms.tsx'
import { MuteForAnHour } from './mute-for-an-hour.tsx'

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

test('a mute that waits on this device says that the alarm still rings, and one whose end waits that it is still muted', () => {
  const [swarm, battery] = (['swarm', 'battery'] as const).map((notificationType) => ({
    controllerId: 1,
    notificationType,
    enddate: null,
  }))
  const mutes: ShownMute[] = [
    { ...swarm!, waits: 'begin' },
    { ...battery!, waits: 'end' },
  ]
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <ApiaryCare controller={controllerWith({ mutes })} isSilent={false} now={now} />
      <HoldAlarms controller={controllerWith({ mutes })} now={now} />
      <MuteForAnHour controller={controllerWith({ mutes })} type="swarm" now={now} />
    </QueryClientProvider>,
  )
  expect(screen.queryAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Swarm: still rings, the mute is not sent yetUnmute',
    'Battery: still muted, the change is not sent yet',
  ])
  expect(screen.getAllByText('Swarm: still rings, the mute is not sent yet')).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Hold alarms 1\u00a0h' })).toBeDefined()
})

test.each<[ShownMute['waits'], string | RegExp]>([
  [undefined, /^Held until/],
  ['begin', 'Alarms still ring, not sent yet: cancel'],
  ['end', 'Hold alarms 1\u00a0h'],
])('alarms of which one is held with %s', (waits, name) => {
  const enddate = new Date(now + 3_600_000).toISOString()
  const mutes: ShownMute[] = weightAlarms.map((notificationType) => ({ controllerId: 1, notificationType, enddate }))
  if (waits) mutes[1] = { ...mutes[1]!, waits }
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <HoldAlarms controller={controllerWith({ mutes })} now={now} />
    </QueryClientProvider>,
  )
  expect(screen.getByRole('button', { name })).toBeDefined()
})
