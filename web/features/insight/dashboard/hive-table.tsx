import { overdueSince } from '#domain/hives/measured-at.ts'
import { ownQuantity } from '#domain/hives/own-quantity.ts'
import type { DashboardScale } from '#domain/insight/dashboard.ts'
import { feedLeft } from '#domain/insight/feed-runway.ts'
import type { BarRoom } from '../../../charts/small/day-bars.tsx'
import { useIntl } from '../../../i18n/intl.tsx'
import { Table, type TableColumn } from '../../../ui/display/table.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { RowLink } from '../../../ui/navigation/row-link.ts'
import type { DashboardMode } from './dashboard-state.ts'
import { Figure, HiveChange, HivePicture, HiveWeight } from './hive-figures.tsx'
import { HiveStateWords, Overdue } from './hive-state-words.tsx'
import type { Hive } from './hives.ts'
import { NoteLink } from './note-link.tsx'
import styles from './today.module.css'

/** All hives in one table for large screens, most urgent first until the user sorts them. */
export function HiveTable({
  hives,
  mode,
  room,
  now,
}: {
  hives: readonly Hive[]
  mode: DashboardMode
  room: BarRoom
  /** Epoch ms. */
  now: number
}) {
  const intl = useIntl()
  const several = new Set(hives.map(({ controller }) => controller.id)).size > 1
  /** Only the columns that have content. */
  const columns: (TableColumn<Hive> | false)[] = [
    {
      id: 'hive',
      header: intl.formatMessage({ id: 'dashboard.hive' }),
      holds: 'name',
      cell: ({ scale }) => scale.name,
      sortBy: ({ scale }) => scale.name,
    },
    several && {
      id: 'apiary',
      header: intl.formatMessage({ id: 'dashboard.apiary' }),
      holds: 'name',
      cell: ({ controller }) => controller.name,
      sortBy: ({ controller }) => controller.name,
    },
    {
      id: 'state',
      header: intl.formatMessage({ id: 'dashboard.state' }),
      cell: (hive) => <HiveStateWords hive={hive} now={now} />,
    },
    {
      id: 'picture',
      header: intl.formatMessage({ id: `dashboard.picture.${mode}` }),
      cell: ({ scale }) => (
        <div className={styles.picture}>
          <HivePicture scale={scale} mode={mode} room={room} />
        </div>
      ),
    },
    {
      id: 'change24h',
      header: intl.formatMessage({ id: 'dashboard.change24h' }),
      align: 'end',
      cell: ({ scale }) => <HiveChange scale={scale} />,
      sortBy: ({ scale }) => scale.change24h,
    },
    {
      id: 'change7d',
      header: intl.formatMessage({ id: 'dashboard.change7d' }),
      align: 'end',
      cell: ({ scale }) => scale.type === 'weight' && <Figure value={scale.change7d} unit="kg" digits={1} signed />,
      sortBy: ({ scale }) => scale.change7d,
    },
    {
      id: 'weight',
      header: intl.formatMessage({ id: 'dashboard.weight' }),
      align: 'end',
      cell: ({ scale }) => scale.type === 'weight' && <HiveWeight scale={scale} />,
      sortBy: ({ scale }) => scale.last?.weight ?? null,
    },
    hives.some(({ scale }) => scale.last?.temperature != null) && {
      id: 'temperature',
      header: intl.formatMessage({ id: 'dashboard.temperature' }),
      align: 'end',
      cell: (hive) => <AirFigure hive={hive} quantity="temperature" unit="°C" digits={1} now={now} />,
      sortBy: ({ scale }) => scale.last?.temperature ?? null,
    },
    hives.some(({ scale }) => scale.last?.humidity != null) && {
      id: 'humidity',
      header: intl.formatMessage({ id: 'dashboard.humidity' }),
      align: 'end',
      cell: (hive) => <AirFigure hive={hive} quantity="humidity" unit="%" digits={0} now={now} />,
      sortBy: ({ scale }) => scale.last?.humidity ?? null,
    },
    hives.some(({ scale }) => feedOf(scale) !== null) && {
      id: 'feedLeft',
      header: intl.formatMessage({ id: 'dashboard.feedLeft' }),
      align: 'end',
      cell: ({ scale }) => feedOf(scale) !== null && <Figure value={feedOf(scale)} unit="kg" digits={1} />,
      sortBy: ({ scale }) => feedOf(scale),
    },
    hives.some(({ controller }) => controller.access === 'own') && {
      id: 'note',
      header: intl.formatMessage({ id: 'dashboard.noteColumn' }),
      cell: (hive) => <NoteLink hive={hive} />,
    },
  ]
  return (
    <Card flush>
      <Table
        caption={intl.formatMessage({ id: 'dashboard.hives' })}
        columns={columns.filter((column) => column !== false)}
        rows={hives}
        rowKey={({ scale }) => scale.id}
        link={({ scale, controller }, title) => (
          <RowLink
            to="/scaleoverview/$expand/$scaleId"
            params={{ expand: String(controller.id), scaleId: String(scale.id) }}
          >
            {title}
          </RowLink>
        )}
      />
    </Card>
  )
}

/** A value measured beside the weight; its age, too, if others came since. */
function AirFigure({
  hive: { scale, controller },
  quantity,
  now,
  ...figure
}: {
  hive: Hive
  quantity: 'temperature' | 'humidity'
  unit: string
  digits: number
  now: number
}) {
  const value = scale.last?.[quantity] ?? null
  if (value === null) return null
  // of a thermometer it is the state that says so
  const since = quantity !== ownQuantity[scale.type] && overdueSince(scale.last, quantity, controller.updateInterval)
  return (
    <>
      <Figure value={value} {...figure} />
      {since && <Overdue since={since} now={now} />}
    </>
  )
}

const feedOf = (scale: DashboardScale): number | null =>
  scale.type === 'weight' ? feedLeft(scale.last?.weight ?? null, scale) : null
