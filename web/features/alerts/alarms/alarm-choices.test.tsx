import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
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
])('an alarm about %s can be judged as %j', (type, words) => {
  const alarm = { id: 1, type, verdict: null } as Alarm
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <AlarmChoices alarm={alarm} mayJudge />
    </QueryClientProvider>,
  )
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(words)
})

test('whoever only watches a hive judges the alarms of their own rules there, and no others', () => {
  const show = (alarm: Partial<Alarm>) =>
    renderWithMessages(
      <QueryClientProvider client={createQueryClient()}>
        <AlarmChoices alarm={{ id: 1, verdict: null, ...alarm } as Alarm} mayJudge={false} />
      </QueryClientProvider>,
    )
  show({ type: 'swarm' })
  expect(screen.queryAllByRole('button')).toEqual([])
  show({ type: 'rule', rule: { id: 'r', name: 'Loss' } })
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['It was one', 'It was not'])
})

test('the focus stays with the choices for an alarm when one of its buttons disappears', () => {
  vi.stubGlobal('fetch', async () => new Response('{}'))
  function Choices() {
    const [verdict, judge] = useState<Alarm['verdict']>(null)
    return (
      // stands in for the lists, which show a verdict as soon as any button is pressed
      <div onClickCapture={() => judge(verdict ? null : 'confirmed')}>
        <AlarmChoices alarm={{ id: 1, type: 'swarm', verdict } as Alarm} mayJudge />
      </div>
    )
  }
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <Choices />
    </QueryClientProvider>,
  )
  const confirm = screen.getByRole('button', { name: 'It was one' })
  confirm.focus()
  fireEvent.click(confirm)
  expect(confirm.isConnected).toBe(false)
  expect(document.activeElement?.contains(screen.getByRole('button', { name: 'Undo' }))).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
  vi.unstubAllGlobals()
})
