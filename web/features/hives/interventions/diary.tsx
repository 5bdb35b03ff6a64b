import { Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import type { InterventionLabel } from '#domain/hives/intervention.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { WaitingBadge } from '../../../offline/waiting-badge.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { useKeptFocus } from '../../../ui/use-kept-focus.ts'
import { useKeptRow } from '../../../ui/use-kept-row.ts'
import styles from './diary.module.css'
import { noteWords } from './note-words.ts'
import { INTERVENTION_PATH, type ShownIntervention } from './pending-interventions.ts'

const SHOWN = 5

/** What the history can be filtered by: what beekeepers look up over the year. */
const kinds = {
  queen: ['queen'],
  treatment: ['treatment'],
  harvest: ['harvest', 'super_added', 'super_removed'],
  feeding: ['feeding'],
} as const satisfies Record<string, readonly InterventionLabel[]>
type Kind = keyof typeof kinds | 'all' | 'visits'

/** A visit at the hive's apiary, dated by its start; `words` is its entry in the history. */
export type DiaryVisit = { id: string; time: string; words: ReactNode }

/** What was done at a hive, newest first, including visits and notes; can be filtered. */
export function Diary({
  interventions,
  visits = [],
  editable,
  onEdit,
  onRemove,
}: {
  interventions: readonly ShownIntervention[]
  visits?: readonly DiaryVisit[]
  editable: boolean
  onEdit: (intervention: ShownIntervention) => void
  onRemove: (intervention: ShownIntervention) => void
}) {
  const intl = useIntl()
  const [all, showAll] = useState(false)
  const [kind, setKind] = useState<Kind>('all')
  const labels: readonly InterventionLabel[] | undefined = kind === 'all' || kind === 'visits' ? undefined : kinds[kind]
  const notes = kind === 'visits' ? [] : interventions.filter(({ label }) => !labels || labels.includes(label))
  const entries = [...notes, ...(labels ? [] : visits)]
  const ordered = entries.sort((a, b) => Date.parse(b.time) - Date.parse(a.time))
  const shown = all ? ordered : ordered.slice(0, SHOWN)
  const isEmpty = interventions.length + visits.length === 0
  const list = useRef<HTMLDivElement>(null)
  useKeptRow(list, 'li', interventions.length)
  const further = useRef<HTMLLIElement>(null)
  useKeptFocus(further, all)
  return (
    <Card title={<FormattedMessage id="intervention-screen.diary" />}>
      <div ref={list} tabIndex={-1}>
        {isEmpty ? (
          <Text tone="neutral">
            <FormattedMessage id={editable ? 'intervention-screen.diaryEmpty' : 'intervention-screen.diaryNone'} />
          </Text>
        ) : (
          <Stack gap={2}>
            <Select
              label={<FormattedMessage id="intervention-screen.diaryShow" />}
              value={kind}
              onChange={({ target }) => setKind(target.value as Kind)}
              options={(['all', 'queen', 'treatment', 'harvest', 'feeding', 'visits'] as const).map((value) => ({
                value,
                label: intl.formatMessage({ id: `intervention-screen.kind.${value}` }),
              }))}
            />
            {ordered.length === 0 && (
              <Text tone="neutral">
                <FormattedMessage id="intervention-screen.diaryNone" />
              </Text>
            )}
            <ul className={styles.entries}>
              {shown.map((one, index) => {
                const place = index === SHOWN ? further : undefined
                return 'words' in one ? (
                  <li key={one.id} ref={place} tabIndex={-1} className={styles.entry}>
                    <div className={styles.words}>{one.words}</div>
                  </li>
                ) : (
                  <Entry
                    key={one.id}
                    ref={place}
                    intervention={one}
                    {...(editable && { onEdit: () => onEdit(one), onRemove: () => onRemove(one) })}
                  />
                )
              })}
            </ul>
            {shown.length < ordered.length && (
              <div>
                <Button onClick={() => showAll(true)}>
                  <FormattedMessage id="intervention-screen.diaryAll" values={{ count: ordered.length }} />
                </Button>
              </div>
            )}
          </Stack>
        )}
      </div>
    </Card>
  )
}

/** Lists notes in the given order. */
export function NoteList({
  interventions,
  onEdit,
  onRemove,
}: {
  interventions: readonly ShownIntervention[]
  onEdit?: (intervention: ShownIntervention) => void
  onRemove?: (intervention: ShownIntervention) => void
}) {
  const list = useRef<HTMLUListElement>(null)
  useKeptRow(list, 'li', interventions.length)
  return (
    <ul ref={list} tabIndex={-1} className={styles.entries}>
      {interventions.map((one) => (
        <Entry
          key={one.id}
          intervention={one}
          {...(onEdit && { onEdit: () => onEdit(one) })}
          {...(onRemove && { onRemove: () => onRemove(one) })}
        />
      ))}
    </ul>
  )
}

function Entry({
  ref,
  intervention: { id, label, time, description, pending, amount, detail },
  onEdit,
  onRemove,
}: {
  ref?: Ref<HTMLLIElement> | undefined
  intervention: ShownIntervention
  onEdit?: () => void
  onRemove?: () => void
}) {
  const intl = useIntl()
  const name = noteWords(intl, { label, amount, detail })
  const when = intl.formatDate(time, { dateStyle: 'medium', timeStyle: 'short' })
  const of = (action: 'change' | 'remove') =>
    intl.formatMessage(
      { id: 'intervention-screen.of' },
      { action: intl.formatMessage({ id: `intervention-screen.${action}` }), label: name, time: when },
    )
  return (
    <li ref={ref} tabIndex={-1} className={styles.entry}>
      <div className={styles.words}>
        <p>
          <strong>{name}</strong> <time dateTime={time}>{when}</time>
        </p>
        {description && <p className={styles.description}>{description}</p>}
        {pending && <WaitingBadge of={`${INTERVENTION_PATH}/${id}`} />}
      </div>
      {onEdit && <IconButton icon={Pencil} label={of('change')} onClick={onEdit} />}
      {onRemove && <IconButton icon={Trash2} label={of('remove')} onClick={onRemove} />}
    </li>
  )
}
