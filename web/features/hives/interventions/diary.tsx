import { CloudUpload, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Badge } from '../../../ui/badge.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Text } from '../../../ui/text.tsx'
import styles from './diary.module.css'
import { noteWords } from './note-words.ts'
import type { ShownIntervention } from './pending-interventions.ts'

const SHOWN = 5

/** What was done at a hive, newest first, with the notes. */
export function Diary({
  interventions,
  editable,
  onEdit,
  onRemove,
}: {
  interventions: readonly ShownIntervention[]
  editable: boolean
  onEdit: (intervention: ShownIntervention) => void
  onRemove: (intervention: ShownIntervention) => void
}) {
  const [all, showAll] = useState(false)
  const ordered = interventions.toSorted((a, b) => Date.parse(b.time) - Date.parse(a.time))
  const shown = all ? ordered : ordered.slice(0, SHOWN)
  return (
    <Card title={<FormattedMessage id="intervention-screen.diary" />}>
      {ordered.length === 0 ? (
        <Text tone="neutral">
          <FormattedMessage id={editable ? 'intervention-screen.diaryEmpty' : 'intervention-screen.diaryNone'} />
        </Text>
      ) : (
        <Stack gap={2}>
          <NoteList interventions={shown} {...(editable && { onEdit, onRemove })} />
          {shown.length < ordered.length && (
            <div>
              <Button onClick={() => showAll(true)}>
                <FormattedMessage id="intervention-screen.diaryAll" values={{ count: ordered.length }} />
              </Button>
            </div>
          )}
        </Stack>
      )}
    </Card>
  )
}

/** Notes one below the other, in the order in which they are given. */
export function NoteList({
  interventions,
  onEdit,
  onRemove,
}: {
  interventions: readonly ShownIntervention[]
  onEdit?: (intervention: ShownIntervention) => void
  onRemove?: (intervention: ShownIntervention) => void
}) {
  return (
    <ul className={styles.entries}>
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
  intervention: { label, time, description, pending, amount, detail },
  onEdit,
  onRemove,
}: {
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
    <li className={styles.entry}>
      <div className={styles.words}>
        <p>
          <strong>{name}</strong> <time dateTime={time}>{when}</time>
        </p>
        {description && <p className={styles.description}>{description}</p>}
        {pending && (
          <Badge tone="stale" icon={CloudUpload}>
            <FormattedMessage id="intervention-screen.pending" />
          </Badge>
        )}
      </div>
      {onEdit && <IconButton icon={Pencil} label={of('change')} onClick={onEdit} />}
      {onRemove && <IconButton icon={Trash2} label={of('remove')} onClick={onRemove} />}
    </li>
  )
}
