import { useIntl } from 'react-intl'

/** An amount in Rappen as it is written in Switzerland, in each language. */
export const formatRappen = (rappen: number, locale: string): string =>
  new Intl.NumberFormat(`${locale}-CH`, { style: 'currency', currency: 'CHF' }).format(rappen / 100)

export function Money({ rappen }: { rappen: number }) {
  return formatRappen(rappen, useIntl().locale)
}
