import { useIntl } from 'react-intl'
import { BucketMeter } from '../../../charts/bucket-meter.tsx'
import { Grid } from '../../../ui/layout.tsx'
import type { FiguresProps } from './figures.ts'

/** The two leaking buckets, for fast gains and fast losses, over the last day against the levels at which they ring. */
export function ActivityFigures({ scale: { activity } }: FiguresProps) {
  const intl = useIntl()
  const { gainLevel, lossLevel, gainTrigger, lossTrigger, time, gain, loss } = activity
  return (
    <Grid columns="medium" gap={4}>
      <BucketMeter
        label={intl.formatMessage({ id: 'dashboard.bucket.gain' })}
        level={gainLevel}
        trigger={gainTrigger}
        time={time}
        levels={gain}
      />
      <BucketMeter
        label={intl.formatMessage({ id: 'dashboard.bucket.loss' })}
        level={lossLevel}
        trigger={lossTrigger}
        time={time}
        levels={loss}
      />
    </Grid>
  )
}
