import type { ReactNode } from 'react'
import type { Controller } from '#domain/hives/controller.ts'
import type { Scale } from '#domain/hives/scale.ts'
import { useIntl } from '../../../i18n/intl.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { usePhone } from '../../../ui/media.ts'
import { HiveNotice, type HiveTrouble } from './hive-notice.tsx'
import styles from './hive-screen.module.css'
import { type HiveRange, hiveRanges } from './hive-search.ts'
import { LastValue, type Measured } from './last-value.tsx'

/** One hive: what it weighs, how it came to that, and what is next. What belongs to other features comes in as parts. */
export function HiveScreen({
  now,
  controller,
  scale,
  measured,
  trouble,
  onShow,
  range,
  onRange,
  compare,
  next,
  curve,
  diary,
  alarms,
  note,
}: {
  /** Epoch ms. */
  now: number
  controller: Pick<Controller, 'name'>
  scale: Pick<Scale, 'name'>
  measured: Measured
  trouble: HiveTrouble | undefined
  /** Shows the readings that there are, where the range has none. */
  onShow: () => void
  /** The button that is pressed; undefined where the curve was moved by hand. */
  range: HiveRange | undefined
  onRange: (range: HiveRange) => void
  /** The way to another hive beside this one. */
  compare: ReactNode
  next: ReactNode
  curve: ReactNode
  diary: ReactNode
  alarms: ReactNode
  note: ReactNode
}) {
  const intl = useIntl()
  const phone = usePhone()
  return (
    <div className={styles.screen}>
      <header className={styles.header}>
        <div className={styles.title}>
          <h1>{scale.name}</h1>
          <p>{controller.name}</p>
          {!phone && compare}
        </div>
        <LastValue measured={measured} now={now} />
        {phone && <div className={styles.compare}>{compare}</div>}
      </header>
      <SegmentedControl
        label={intl.formatMessage({ id: 'timeline.range' })}
        labelHidden
        wide
        segments={hiveRanges.map((range) => ({
          value: range,
          label: intl.formatMessage({ id: `timeline.preset.${range}` }),
        }))}
        value={range}
        onChange={onRange}
      />
      {/* one came to see the curve */}
      <div className={styles.now}>
        <div className={styles.curve}>
          {trouble && <HiveNotice trouble={trouble} onShow={onShow} />}
          {curve}
        </div>
        <div className={styles.next}>{next}</div>
      </div>
      <div className={styles.below}>
        {diary}
        {alarms}
      </div>
      {note}
    </div>
  )
}
