import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { FeedCard } from './place-cards.tsx'

test.each([undefined, false])('without figures (%s) the feed card says what it needs', (figures) => {
  renderWithMessages(<FeedCard figures={figures} />)
  expect(screen.getByText(/^Set the empty weight of the scale/)).toBeDefined()
})
