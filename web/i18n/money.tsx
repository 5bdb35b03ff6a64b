import { useIntl } from 'react-intl'

/** An amount in Rappen as it is written in Switzerland, in each language. */
export function useMoney(): (rappen: number, currency?: string) => string {
  const { locale } = useIntl()
  return (rappen, currency = 'chf') =>
    new Intl.NumberFormat(`${locale}-CH`, { style: 'currency', currency }).format(rappen / 100)
}

export function Money({ rappen, currency }: { rappen: number; currency?: string }) {
  return useMoney()(rappen, currency)
}
