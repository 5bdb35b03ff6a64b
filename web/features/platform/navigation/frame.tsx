import { type ReactNode, useEffect, useRef } from 'react'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { useOnline } from '../../../offline/connection.ts'
import type { Duty } from './administration-entries.ts'
import { BottomBar } from './bottom-bar.tsx'
import { Footer } from './footer.tsx'
import styles from './frame.module.css'
import type { ChangeLocale } from './language-picker.tsx'
import { NavigationBar } from './navigation-bar.tsx'
import { OfflineLine } from './offline-line.tsx'

/** The frame of every screen: the bar, the screen as `<main>`, the footer and, on a phone, the bottom bar. */
export function Frame({
  signedIn,
  duty,
  openAlarms,
  silent,
  path,
  onLocale,
  notices,
  children,
}: {
  signedIn: boolean
  duty: Duty | undefined
  /** The number of alarms waiting for a verdict. */
  openAlarms: number
  /** The server has not answered yet, so data cached on the device is shown. */
  silent: boolean
  path: string
  onLocale: ChangeLocale
  /** App-wide messages, such as that a new version is ready. */
  notices?: ReactNode
  children: ReactNode
}) {
  const main = useRef<HTMLElement>(null)
  const shownPath = useRef(path)
  const online = useOnline()
  useEffect(() => {
    if (shownPath.current === path) return
    shownPath.current = path
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [path])
  return (
    <div className={styles.frame} data-bottom-bar={signedIn}>
      <a className={styles.skip} href="#main">
        <FormattedMessage id="app.skip" />
      </a>
      <NavigationBar signedIn={signedIn} duty={duty} openAlarms={openAlarms} onLocale={onLocale} />
      {(!online || silent) && <OfflineLine online={online} />}
      {notices}
      <main className={styles.main} id="main" ref={main} tabIndex={-1}>
        {children}
      </main>
      <Footer />
      {signedIn && <BottomBar duty={duty} openAlarms={openAlarms} onLocale={onLocale} />}
    </div>
  )
}
