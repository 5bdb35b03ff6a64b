import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { VisitChoice } from './visit-choice.tsx'

vi.mock('../../../ui/navigation/links.ts', () => ({ ButtonLink: 'a' }))

test('without an apiary it leads to where a transmitter is registered', () => {
  const nothing = () => undefined
  const empty = { places: [], visits: [], nameOf: () => '', now: 0, busy: false }
  renderWithMessages(<VisitChoice {...empty} onBegin={nothing} onCodes={nothing} />)
  expect(screen.getByText('Register transmitter').getAttribute('to')).toBe('/settings/register')
})
