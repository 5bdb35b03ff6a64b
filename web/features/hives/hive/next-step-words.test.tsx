import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { NextStepWords } from './next-step-words.tsx'

test.each([
  ['swarm', /Swarm, .*say whether it was one/],
  ['silence', /Nothing measured since .*Check cable and plug/],
] as const)('an alarm of type %s says what to do about it', (type, words) => {
  const alarm = { type, startedAt: '2026-05-20T12:00:00.000Z', weightChange: null } as Alarm
  renderWithMessages(<NextStepWords step={{ kind: 'alarm', alarm }} actions={null} />)
  expect(screen.getByText(words)).toBeDefined()
})
