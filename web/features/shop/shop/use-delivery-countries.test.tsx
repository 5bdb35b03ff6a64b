import french from 'virtual:messages/fr'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { IntlProvider } from '../../../i18n/intl.tsx'
import { useDeliveryCountries } from './use-delivery-countries.ts'

test('the countries of delivery are those of the shop, in the language of the page', () => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <IntlProvider locale="fr" messages={french}>
      {children}
    </IntlProvider>
  )
  const { result } = renderHook(() => useDeliveryCountries({ deliveryCountries: ['ch', 'li'] }), { wrapper })
  expect(result.current).toBe('Suisse et Liechtenstein')
})
