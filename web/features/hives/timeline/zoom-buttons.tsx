import { RotateCcw, ZoomIn, ZoomOut } from 'lucide-react'
import type { TimeSpan } from '../../../charts/points/align-series.ts'
import { zoomSpan } from '../../../charts/view/zoom.ts'
import { useIntl } from '../../../i18n/intl.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { type ChartState, moveRange } from './state/chart-state.ts'

const STEP = 0.5

/** Zoom without a mouse wheel or two fingers. */
export function ZoomButtons({ state, limits, onReset }: { state: ChartState; limits: TimeSpan; onReset: () => void }) {
  const intl = useIntl()
  const zoom = (factor: number) => {
    const { xmin: from, xmax: to } = state.range
    moveRange(state, zoomSpan({ from, to }, factor, (from + to) / 2, limits))
  }
  return (
    <Row gap={0} wrap={false}>
      <IconButton icon={ZoomIn} label={intl.formatMessage({ id: 'timeline.zoomIn' })} onClick={() => zoom(STEP)} />
      <IconButton
        icon={ZoomOut}
        label={intl.formatMessage({ id: 'timeline.zoomOut' })}
        onClick={() => zoom(1 / STEP)}
      />
      <IconButton icon={RotateCcw} label={intl.formatMessage({ id: 'timeline.reset' })} onClick={onReset} />
    </Row>
  )
}
