import type { Intervention } from '#domain/hives/intervention.ts'
import type { IntlShape } from '../../../i18n/create-intl.ts'

/** What was done, with all the detail given: "Feeding: 3 kg", "Queen: marked". */
export function noteWords(
  intl: IntlShape,
  { label, amount, detail }: Pick<Intervention, 'label'> & Partial<Pick<Intervention, 'amount' | 'detail'>>,
): string {
  const name = intl.formatMessage({ id: `intervention.label.${label}` })
  const more = [
    ...(detail ? [intl.formatMessage({ id: `intervention-screen.detail.${detail}` })] : []),
    ...(amount != null ? [intl.formatMessage({ id: 'intervention-screen.kg' }, { kg: amount })] : []),
  ]
  if (more.length === 0) return name
  return intl.formatMessage({ id: 'intervention-screen.exactly' }, { label: name, more: more.join(', ') })
}
