import { QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { createQueryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { AlarmChoices } from './alarm-choices.tsx'

test.each<[Alarm['type'], string[]]>([
  ['swarm', ['It was one', 'It was me', 'It was not']],
  ['queen', ['It was one', 'It was not']],
  ['battery', ['Noted']],
  ['silence', ['Noted']],
  ['subscription', ['Noted']],
])('of an alarm about %s can be said %j', (type, words) => {
  const alarm = { id: 1, type, verdict: null } as Alarm
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <AlarmChoices alarm={alarm} mayJudge />
    </QueryClientProvider>,
  )
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(words)
})
