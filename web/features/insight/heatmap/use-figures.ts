import { useMemo } from 'react'
import { useIntl } from '../../../i18n/intl.tsx'
import type { Quantity } from './heatmap-search.ts'

export const NONE = '–'

/** Formats figures of a quantity; changes get a sign. */
export function useFigures(quantity: Quantity) {
  const { formatNumber, locale } = useIntl()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the locale stands for the number format
  return useMemo(() => {
    const unit = quantity === 'temperature' ? '°C' : 'kg'
    const digits = quantity === 'temperature' ? 1 : 2
    const number = (value: number) =>
      formatNumber(value, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
        signDisplay: quantity === 'change' ? 'exceptZero' : 'negative',
      })
    /** A figure that reads as 0 is neither gain nor loss. */
    const tone = (value: number | undefined) => {
      const isNothing = !value || Math.round(Math.abs(value) * 10 ** digits) === 0
      return quantity !== 'change' || isNothing ? 'neutral' : value > 0 ? 'gain' : 'loss'
    }
    return { unit, number, tone, words: (value: number) => `${number(value)} ${unit}` }
  }, [quantity, locale])
}
