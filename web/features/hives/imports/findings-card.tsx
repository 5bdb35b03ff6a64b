import { FileSearch } from 'lucide-react'
import type { Import, ImportFindings } from '#domain/hives/import.ts'
import { Sparkline } from '../../../charts/small/sparkline.tsx'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Stat } from '../../../ui/display/stat.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Grid, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Heading, Text } from '../../../ui/layout/text.tsx'
import { EmptyState } from '../../../ui/status/empty-state.tsx'
import { FaultTable } from './fault-table.tsx'
import { useConfirm } from './import-queries.ts'
import { useColumnNames, useRowNames } from './row-words.ts'
import type { Target } from './target.ts'

/** The result of the check, and the choice to store the readings. */
export function FindingsCard({
  opened,
  findings,
  targets,
  onChange,
  onClose,
}: {
  opened: Import
  findings: ImportFindings
  targets: readonly Target[]
  onChange: () => void
  onClose: () => void
}) {
  const intl = useIntl()
  const confirm = useConfirm(opened)
  const columnName = useColumnNames(opened)
  const { name: rowName } = useRowNames()
  const { readings, duplicates, rejected, faults, scales } = findings
  const namesFor = (id: number) =>
    opened.mapping?.names?.rows
      .filter(({ scaleId }) => scaleId === id)
      .map(({ cells }) => cells.map(rowName).join(' · '))
  const buttons = (
    <Row>
      {readings > 0 && (
        <Button kind="primary" busy={confirm.isPending} onClick={() => confirm.mutate()}>
          <FormattedMessage id="import.confirm" values={{ count: readings }} />
        </Button>
      )}
      <Button onClick={onChange}>
        <FormattedMessage id="import.change" />
      </Button>
      <Button kind="quiet" onClick={onClose}>
        <FormattedMessage id="import.another" />
      </Button>
    </Row>
  )
  return (
    <Card
      title={<FormattedMessage id="import.findings.title" values={{ name: opened.name }} />}
      meta={<FormattedMessage id="import.findings.nothingStored" />}
    >
      <Stack gap={6}>
        {opened.mapping?.only?.map(
          ({ column, value }) =>
            typeof value === 'string' && (
              <Text key={column}>
                <FormattedMessage
                  id="import.findings.only"
                  values={{ name: rowName(value), column: columnName(column) }}
                />
              </Text>
            ),
        )}
        <Grid columns="small">
          <Stat label={<FormattedMessage id="import.findings.readings" />} value={intl.formatNumber(readings)} />
          <Stat label={<FormattedMessage id="import.findings.duplicates" />} value={intl.formatNumber(duplicates)} />
          <Stat
            label={<FormattedMessage id="import.findings.rejected" />}
            value={intl.formatNumber(rejected)}
            tone={rejected > 0 ? 'alarm' : 'neutral'}
          />
        </Grid>
        {readings === 0 && (
          <EmptyState
            icon={FileSearch}
            title={<FormattedMessage id="import.findings.none" />}
            next={<FormattedMessage id="import.findings.none.next" />}
          />
        )}
        {scales
          .filter((scale) => scale.readings > 0 || (readings > 0 && namesFor(scale.scaleId)))
          .map((scale) => (
            <ScaleFindings
              key={scale.scaleId}
              scale={scale}
              target={targets.find(({ id }) => id === scale.scaleId)}
              names={namesFor(scale.scaleId)}
            />
          ))}
        {buttons}
        {faults.length > 0 && <FaultTable opened={opened} faults={faults} count={rejected} />}
      </Stack>
    </Card>
  )
}

function ScaleFindings({
  scale,
  target,
  names,
}: {
  scale: ImportFindings['scales'][number]
  target: Target | undefined
  names: string[] | undefined
}) {
  const intl = useIntl()
  const { readings, from, to, weightMin, weightMax, curve } = scale
  const day = (seconds: number | null) =>
    seconds === null ? '' : intl.formatDate(seconds * 1000, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Stack gap={2} as="section">
      <Heading level={3}>{target ? `${target.name} (${target.place})` : scale.scaleId}</Heading>
      {names && (
        <Text tone="neutral">
          <FormattedMessage id="import.findings.rowsWith" values={{ name: intl.formatList(names) }} />
        </Text>
      )}
      <Text>
        {readings > 0 ? (
          <FormattedMessage id="import.findings.span" values={{ count: readings, from: day(from), to: day(to) }} />
        ) : (
          <FormattedMessage id="import.findings.noneOfScale" />
        )}
      </Text>
      {weightMin !== null && weightMax !== null && (
        <>
          <Text>
            <FormattedMessage id="import.findings.weights" values={{ min: weightMin, max: weightMax }} />
          </Text>
          <Sparkline
            time={curve.time}
            values={curve.weight}
            label={intl.formatMessage({ id: 'import.findings.curve' }, { scale: target?.name ?? '' })}
          />
        </>
      )}
    </Stack>
  )
}
