import { useQuery } from '@tanstack/react-query'
import type { Scale } from '#domain/hives/scale.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import type { Period } from './heatmap-period.ts'
import { damagedQuery } from './heatmap-queries.ts'

/** Names the scales whose stored hours are damaged, so that a gap is not taken for silence; nothing if there are none. */
export function DamagedScales({ names }: { names: readonly string[] }) {
  const intl = useIntl()
  if (names.length === 0) return null
  const name = intl.formatList(names, { type: 'conjunction' })
  return <Banner tone="loss" title={<FormattedMessage id="scale.damaged" values={{ name }} />} />
}

/** The same for one scale whose hours come as tiles, in which damaged hours are simply missing. */
export function DamagedHours({ scale, period }: { scale: Scale; period: Period }) {
  const { data: isDamaged } = useQuery(damagedQuery(scale, period))
  return <DamagedScales names={isDamaged ? [scale.name] : []} />
}
