import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SeasonAdvice } from '#domain/insight/season-advice.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { SeasonBanner } from './season-banner.tsx'

test('an advice that only a newer server knows asks to reload the app', () => {
  renderWithMessages(<SeasonBanner advice={{ scaleId: 1, kind: 'split', urgency: 'now' } as unknown as SeasonAdvice} />)
  expect(screen.getByText(/Unknown here/)).toBeTruthy()
})
