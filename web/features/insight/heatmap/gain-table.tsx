import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Table } from '../../../ui/display/table.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { RowLink } from '../../../ui/navigation/row-link.ts'
import type { GainMarks } from './gain-marks.ts'
import { NONE, useFigures } from './use-figures.ts'

type MarkRow = { key: string; name: string; place: string; grams: number | null; scaleId: number | undefined }

/** The day's map in words; each hive links to its calendar. */
export function GainTable({ marks, day, date }: { marks: GainMarks; day: number; date: string }) {
  const intl = useIntl()
  const { words } = useFigures('change')
  const rows: MarkRow[] = [
    ...marks.areas.map(({ regionId, name, gainsGrams }) => ({
      key: `region ${regionId}`,
      name: intl.formatMessage({ id: 'heatmap.regionMean' }, { name }),
      place: NONE,
      grams: gainsGrams[day] ?? null,
      scaleId: undefined,
    })),
    ...marks.hives.map(({ scaleId, name, place, gainsGrams }) => ({
      key: `scale ${scaleId}`,
      name,
      place,
      grams: gainsGrams[day] ?? null,
      scaleId,
    })),
  ]
  return (
    <Disclosure summary={<FormattedMessage id="heatmap.dayTable" values={{ date }} />}>
      <Table
        caption={intl.formatMessage({ id: 'heatmap.dayTable' }, { date })}
        rows={rows}
        rowKey={({ key }) => key}
        link={({ scaleId }, title) =>
          scaleId === undefined ? (
            title
          ) : (
            <RowLink
              to="/heatmap"
              replace
              resetScroll={false}
              search={(before) => ({ ...before, view: undefined, scale: scaleId })}
            >
              {title}
            </RowLink>
          )
        }
        columns={[
          {
            id: 'name',
            header: intl.formatMessage({ id: 'heatmap.scale' }),
            cell: ({ name }) => name,
            sortBy: ({ name }) => name,
          },
          {
            id: 'place',
            header: intl.formatMessage({ id: 'heatmap.place' }),
            cell: ({ place }) => place,
            sortBy: ({ place }) => place,
          },
          {
            id: 'gain',
            header: intl.formatMessage({ id: 'heatmap.wholeDay' }),
            align: 'end',
            cell: ({ grams }) => (grams === null ? NONE : words(grams / 1000)),
            sortBy: ({ grams }) => grams,
          },
        ]}
      />
    </Disclosure>
  )
}
