import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())

afterEach(cleanup)

test('the address is asked for in words even where no screen has loaded any', async () => {
  const { setLocale } = await import('../../../i18n/locale-state.ts')
  const { LanguageProvider } = await import('../../../i18n/language-provider.tsx')
  const { createQueryClient } = await import('../../../offline/query-cache.ts')
  const { SignedInGate } = await import('./signed-in-gate.tsx')
  await setLocale('en')
  render(
    <LanguageProvider>
      <QueryClientProvider client={createQueryClient()}>
        <SignedInGate />
      </QueryClientProvider>
    </LanguageProvider>,
  )
  expect(await screen.findByRole('heading', { name: 'Your name and address' })).toBeTruthy()
  expect(screen.getByLabelText(/^Street and number/)).toBeTruthy()
})
