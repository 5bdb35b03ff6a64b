import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { IntlProvider } from './intl.tsx'
import { Money } from './money.tsx'

test.each(['de', 'en-GB', 'fr', 'es', 'fr-CH'])('francs are written as in Switzerland: %s', (locale) => {
  render(
    <IntlProvider locale={locale}>
      <Money rappen={2_629_850} />
    </IntlProvider>,
  )
  expect(screen.getByText(/298/).textContent?.replace('’', "'")).toBe("CHF\u00a026'298.50")
})
