import messages from 'virtual:messages/en'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { IntlProvider } from '../i18n/intl.tsx'
import { ApiError, CanceledError, OfflineError } from './api-error.ts'
import { useSavedBefore } from './use-saved-before.ts'

const noChanges = () => new ApiError(400, 'Nothing was changed.', { code: 'no_changes' })

const inEnglish = ({ children }: { children: ReactNode }) => (
  <IntlProvider locale="en" messages={messages}>
    {children}
  </IntlProvider>
)

/** Runs these attempts one after the other: each outcome that is an error is thrown, any other is the reply. */
async function tries(...outcomes: unknown[]): Promise<unknown> {
  const { current: savedBefore } = renderHook(useSavedBefore, { wrapper: inEnglish }).result
  let last: unknown
  for (const outcome of outcomes) {
    const request = outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome)
    last = await savedBefore(request).catch((error: unknown) => error)
  }
  return last
}

test.each([new OfflineError('cut'), new CanceledError(), new ApiError(504, 'Gateway Timeout')])(
  'a change saved by an attempt that got no answer counts as saved when it is retried: %s',
  async (lost) => {
    expect(await tries(lost, noChanges())).toEqual({ message: 'Saved successfully.' })
    expect(await tries(lost, lost, noChanges())).toEqual({ message: 'Saved successfully.' })
    expect(await tries(lost, { id: 1 })).toEqual({ id: 1 })
  },
)

test('without such an attempt, “no changes” is reported as such', async () => {
  const taken = new ApiError(409, 'Taken.', { code: 'combination_exists' })
  expect(await tries(noChanges())).toEqual(noChanges())
  for (const answer of [{ id: 1 }, taken]) {
    expect(await tries(new OfflineError('cut'), answer, noChanges())).toEqual(noChanges())
  }
})
