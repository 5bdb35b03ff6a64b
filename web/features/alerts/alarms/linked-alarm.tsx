import { type ReactNode, useEffect, useRef } from 'react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { Banner } from '../../../ui/status/banner.tsx'
import styles from './linked-alarm.module.css'

/** The alarm a notification linked to that no longer waits for a verdict: scrolls it into view and focuses it. Without children, says that it is gone. */
export function LinkedAlarm({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'start' })
    place.current?.focus({ preventScroll: true })
  }, [])
  if (!children) {
    return (
      <Banner
        title={<FormattedMessage id="alarm-card.gone" />}
        actions={
          <ButtonLink to="/alarms">
            <FormattedMessage id="app.nav.alarms" />
          </ButtonLink>
        }
      />
    )
  }
  return (
    <div ref={place} className={styles.place} tabIndex={-1}>
      {children}
    </div>
  )
}
