import { type ComponentProps, useState } from 'react'
import type { Import, ImportMapping, ImportProblem } from '#domain/hives/import.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import { Progress } from '../../../ui/status/progress.tsx'
import { FindingsCard } from './findings-card.tsx'
import { useConfirm } from './import-queries.ts'
import { MappingForm } from './mapping-form.tsx'
import { NamesCard } from './names-card.tsx'
import { useRowNames } from './row-words.ts'
import type { Target } from './target.ts'
import { UndoButton } from './undo-button.tsx'

/** A check has stored nothing that could stay. */
const problemOfCheck = (problem: ImportProblem) =>
  problem === 'day_damaged' || problem === 'interrupted' ? (`check_${problem}` as const) : problem

/** Shows an import according to its status. */
export function ImportSteps({
  opened,
  targets,
  onClose,
}: {
  opened: Import
  targets: readonly Target[]
  onClose: () => void
}) {
  const [isChanging, setChanging] = useState(false)
  const [before, keepBefore] = useState<ImportMapping['names']>()
  const { status, problem, progress, readings } = opened
  const confirm = useConfirm(opened)
  const { table } = useRowNames()
  const another = (
    <Button onClick={onClose}>
      <FormattedMessage id="import.another" />
    </Button>
  )
  if (status === 'checking' || status === 'importing' || status === 'undoing') {
    return (
      <Card title={table(opened)}>
        <Progress label={<FormattedMessage id={`import.progress.${status}`} />} value={progress ?? undefined} />
        <Text tone="neutral">
          <FormattedMessage id="import.leave" />
        </Text>
      </Card>
    )
  }
  if (status === 'imported' || status === 'undone') {
    return (
      <Banner
        tone="ok"
        title={<FormattedMessage id={`import.result.${status}`} values={{ count: readings, name: table(opened) }} />}
        actions={
          <>
            {status === 'imported' && readings > 0 && <UndoButton of={opened} />}
            {another}
          </>
        }
      >
        {opened.duplicates > 0 && status === 'imported' && (
          <FormattedMessage id="import.result.duplicates" values={{ count: opened.duplicates }} />
        )}
      </Banner>
    )
  }
  const isStopped = status === 'failed' && opened.findings !== null
  const showsForm = isChanging || status === 'uploaded' || (status === 'failed' && !isStopped)
  return (
    <Stack>
      {problem && (
        <Banner
          tone="alarm"
          title={<FormattedMessage id={`import.problem.${isStopped ? problem : problemOfCheck(problem)}`} />}
          actions={
            isStopped && (
              <>
                {problem !== 'file_gone' && problem !== 'given_away' && problem !== 'undo_day_damaged' && (
                  <Button kind="primary" busy={confirm.isPending} onClick={() => confirm.mutate()}>
                    <FormattedMessage id="import.continue" />
                  </Button>
                )}
                {readings > 0 && problem !== 'given_away' && <UndoButton of={opened} />}
                {another}
              </>
            )
          }
        />
      )}
      {showsForm ? (
        <MappingForm opened={opened} targets={targets} onSent={() => setChanging(false)} onClose={onClose} />
      ) : (
        opened.findings &&
        !isStopped && (
          <Findings
            opened={opened}
            findings={opened.findings}
            before={before}
            targets={targets}
            onChange={() => {
              if (opened.mapping?.names) keepBefore(opened.mapping.names)
              setChanging(true)
            }}
            onClose={onClose}
          />
        )
      )}
    </Stack>
  )
}

/** What the check found, or the question that it raised. */
function Findings({ before, ...props }: ComponentProps<typeof FindingsCard> & { before: ImportMapping['names'] }) {
  const { mapping } = props.opened
  const { names } = props.findings
  return mapping && names ? (
    // another device may have had other names checked
    <NamesCard key={JSON.stringify(mapping)} {...props} mapping={mapping} names={names} before={before} />
  ) : (
    <FindingsCard {...props} />
  )
}
