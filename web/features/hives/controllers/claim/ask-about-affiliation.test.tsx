import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../../../api/api-error.ts'
import { renderWithMessages } from '../../../../ui/render-with-messages.tsx'
import type { useClaimController } from '../controller-queries.ts'
import { AskAboutAffiliation } from './ask-about-affiliation.tsx'

const variables = { imei: '356938035643809', askAboutAffiliation: true }

function ask(code: string) {
  const error = new ApiError(409, 'Imkerverein Thun sees it.', { code })
  const [mutate, reset] = [vi.fn(), vi.fn()]
  const claim = { error, variables, mutate, reset } as unknown as ReturnType<typeof useClaimController>
  renderWithMessages(<AskAboutAffiliation claim={claim} />)
  return { mutate, reset }
}

test('it says whose managers will see the transmitter, and registers it only after a yes', () => {
  const { mutate, reset } = ask('controller_affiliated')
  expect(screen.getByRole('alertdialog').textContent).toContain('Imkerverein Thun sees it.')
  expect(mutate).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Register anyway' }))
  expect(mutate.mock.calls).toEqual([[{ ...variables, askAboutAffiliation: false }]])
  expect(reset).not.toHaveBeenCalled()
})

test('a no registers nothing', () => {
  const { mutate, reset } = ask('controller_affiliated')
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(reset).toHaveBeenCalledOnce()
  expect(mutate).not.toHaveBeenCalled()
})

test('other refusals ask nothing', () => {
  ask('imei_imsi_mismatch')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
