import { type ReactNode, useEffect, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { Banner } from '../../../ui/banner.tsx'
import { ButtonLink } from '../../../ui/links.ts'
import styles from './alarm-strip.module.css'

const SHOWN = 3

/**
 * The alarms that wait for a look, on top of another screen: a few, and the way to the others. The one that a notification
 * led to comes first, whatever became of it, and takes the focus.
 */
export function AlarmStrip({
  open,
  linked,
  card,
}: {
  /** Newest first. */
  open: readonly Alarm[]
  /** `gone`: it was asked for and is not among the recent ones. */
  linked: Alarm | 'gone' | undefined
  card: (alarm: Alarm) => ReactNode
}) {
  const intl = useIntl()
  const place = useRef<HTMLLIElement>(null)
  const linkedId = typeof linked === 'object' ? linked.id : undefined
  useEffect(() => {
    if (linkedId === undefined) return
    place.current?.scrollIntoView({ block: 'start' })
    place.current?.focus({ preventScroll: true })
  }, [linkedId])
  const others = open.filter(({ id }) => id !== linkedId)
  const shown = typeof linked === 'object' ? [linked, ...others] : others
  const more = shown.length - SHOWN
  return (
    <>
      {linked === 'gone' && (
        <Banner
          title={<FormattedMessage id="alarm-card.gone" />}
          actions={
            <ButtonLink to="/alarms">
              <FormattedMessage id="app.nav.alarms" />
            </ButtonLink>
          }
        />
      )}
      {shown.length > 0 && (
        <ul className={styles.strip} aria-label={intl.formatMessage({ id: 'app.nav.alarms' })}>
          {shown.slice(0, SHOWN).map((alarm) => (
            <li
              key={alarm.id}
              className={styles.place}
              {...(alarm.id === linkedId && { ref: place, tabIndex: -1, 'data-linked': true })}
            >
              {card(alarm)}
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <div>
          <ButtonLink to="/alarms">
            <FormattedMessage id="alarm-card.more" values={{ count: more }} />
          </ButtonLink>
        </div>
      )}
    </>
  )
}
