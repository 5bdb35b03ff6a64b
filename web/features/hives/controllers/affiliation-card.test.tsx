import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { AffiliationCard } from './affiliation-card.tsx'

test('an owner is told which affiliation’s managers see the transmitter', () => {
  renderWithMessages(<AffiliationCard controller={{ affiliation: { id: 2, name: 'Imkerverein Thun' } }} />)
  expect(screen.getByText(/assigned to Imkerverein Thun\. The managers there see/)).toBeTruthy()
})

test('nothing is said about a transmitter without an affiliation', () => {
  renderWithMessages(<AffiliationCard controller={{ affiliation: null }} />)
  expect(screen.queryByText(/managers/)).toBeNull()
})
