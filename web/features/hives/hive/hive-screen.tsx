import type { ReactNode } from 'react'
import type { Controller } from '#domain/hives/controller.ts'
import type { Scale } from '#domain/hives/scale.ts'
import { useIntl } from '../../../i18n/intl.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { usePhone } from '../../../ui/media.ts'
import { type SmallShape, useSmallScreen } from '../../../ui/small-screen.ts'
import { HiveNotice, type HiveTrouble } from './hive-notice.tsx'
import styles from './hive-screen.module.css'
import { type HiveRange, hiveRanges } from './hive-search.ts'
import { LastValue, type Measured } from './last-value.tsx'

/** The height of everything above and below the curve on a small screen, in CSS pixels. */
const aroundCurve: Record<SmallShape, number> = { short: 394, turned: 120 }

/** One hive: what it weighs, how that came about, and what is next. Other features' content is passed in as parts. */
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
  /** Shows the existing readings if the range has none. */
  onShow: () => void
  /** The selected range button; undefined if the curve was moved by hand. */
  range: HiveRange | undefined
  onRange: (range: HiveRange) => void
  /** A way to compare this hive with another. */
  compare: ReactNode
  next: ReactNode
  /** `room`: the height in CSS pixels that makes the curve fit on a small screen. */
  curve: (room: number | undefined) => ReactNode
  diary: ReactNode
  alarms: ReactNode
  note: ReactNode
}) {
  const intl = useIntl()
  const phone = usePhone()
  const { shape, height } = useSmallScreen()
  const comparePlace = shape === 'short' ? 'below' : shape === 'turned' || phone ? 'header' : 'title'
  return (
    <div className={styles.screen} data-shape={shape}>
      <header className={styles.header}>
        <div className={styles.title}>
          <h1>{scale.name}</h1>
          <p>{controller.name}</p>
          {comparePlace === 'title' && compare}
        </div>
        <LastValue measured={measured} now={now} short={shape !== undefined} />
        {comparePlace === 'header' && <div className={styles.compare}>{compare}</div>}
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
      {/* the curve comes first: it is what people open this page for */}
      <div className={styles.now}>
        <div className={styles.curve}>
          {trouble && <HiveNotice trouble={trouble} onShow={onShow} />}
          {curve(shape && height - aroundCurve[shape])}
        </div>
        {comparePlace === 'below' && <div className={styles.compare}>{compare}</div>}
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
