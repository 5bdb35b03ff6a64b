import { BellOff, BellRing, NotebookPen, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { goesOn, type ShownVisit, VISIT_PATH } from '#domain/alerts/pending-visits.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { WaitingBadge } from '../../../offline/waiting-badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/display/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Page, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Heading, Text } from '../../../ui/layout/text.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { useKeptFocus } from '../../../ui/use-kept-focus.ts'
import styles from './visit-screen.module.css'
import { VisitTimesSheet } from './visit-times-sheet.tsx'
import { changeWords, VisitTimes } from './visit-words.tsx'

/** A hive of the apiary, with its weight steps in kg. `notes`: what was noted there, undefined if nothing was. */
export type VisitedHive = { id: number; name: string; changes: readonly number[]; notes: ReactNode }

/** A visit, ongoing or past: what changed and was noted at each hive, open to additions and corrections. */
export function VisitScreen({
  place,
  visit,
  hives,
  now,
  busy,
  isOwn,
  mayChange,
  onHive,
  onEnd,
  onEdit,
  onRemove,
}: {
  /** The name of the apiary. */
  place: string
  visit: ShownVisit
  hives: readonly VisitedHive[]
  now: number
  busy: boolean
  /** Whether notes can be added here. `mayChange`: whether the visit may be ended, corrected and deleted. */
  isOwn: boolean
  mayChange: boolean
  onHive: (id: number) => void
  onEnd: () => void
  onEdit: (times: { startedAt: string; endedAt: string }) => Promise<unknown>
  onRemove: () => void
}) {
  const intl = useIntl()
  const [asked, setAsked] = useState<'times' | 'remove'>()
  const isOpen = goesOn(visit, now)
  const close = () => setAsked(undefined)
  const heading = useRef<HTMLHeadingElement>(null)
  useKeptFocus(heading, isOpen)
  return (
    <Page width="reading" title={place} lead={<VisitTimes visit={visit} />}>
      <Stack>
        {visit.pending && (
          <div>
            <WaitingBadge of={`${VISIT_PATH}/${visit.id}`} />
          </div>
        )}
        {isOpen && (
          <>
            <div>
              <Badge wrap icon={visit.pending ? BellRing : BellOff}>
                <FormattedMessage id={visit.pending ? 'visit-screen.heldLater' : 'visit-screen.held'} />
              </Badge>
            </div>
            {mayChange && (
              <Button kind="primary" wide busy={busy} onClick={onEnd}>
                <FormattedMessage id="visit-screen.end" />
              </Button>
            )}
          </>
        )}
        {(visit.endedBy === 'quiet' || visit.endedBy === 'time') && (
          <Text>
            <FormattedMessage id={`visit-screen.endedBy.${visit.endedBy}`} />
          </Text>
        )}
        <Heading level={2} ref={heading}>
          <FormattedMessage id="visit-screen.hives" />
        </Heading>
        <ul className={styles.hives}>
          {hives.map(({ id, name, changes, notes }) => (
            <li key={id}>
              <button type="button" className={styles.hive} disabled={!isOwn} onClick={() => onHive(id)}>
                <span className={styles.name}>{name}</span>
                <span className={styles.changes}>
                  {changes.length > 0 ? changeWords(intl, changes) : <FormattedMessage id="visit-screen.noChange" />}
                </span>
                {isOwn && (
                  <Row gap={2} wrap={false}>
                    <Icon of={NotebookPen} />
                    <FormattedMessage id="intervention-screen.note" />
                  </Row>
                )}
              </button>
              {notes}
            </li>
          ))}
        </ul>
        {mayChange && (
          <Row>
            {!isOpen && (
              <Button icon={Pencil} onClick={() => setAsked('times')}>
                <FormattedMessage id="visit-screen.correct" />
              </Button>
            )}
            <Button icon={Trash2} onClick={() => setAsked('remove')}>
              <FormattedMessage id="visit-screen.remove" />
            </Button>
          </Row>
        )}
      </Stack>
      <VisitTimesSheet
        key={`${visit.startedAt} ${visit.endedAt}`}
        visit={visit}
        open={asked === 'times'}
        now={() => Math.max(now, Date.now())}
        busy={busy}
        onSave={(times) => onEdit(times).then(close, () => undefined)}
        onClose={close}
      />
      <Dialog
        open={asked === 'remove'}
        onClose={close}
        title={<FormattedMessage id="visit-screen.removeAsk" />}
        confirm={<FormattedMessage id="visit-screen.remove" />}
        danger
        onConfirm={() => {
          close()
          onRemove()
        }}
      >
        <FormattedMessage id="visit-screen.removeWhat" />
      </Dialog>
    </Page>
  )
}
