import { Link } from '@tanstack/react-router'
import { ChartColumn, ChartLine, Grid3x3, House, LayoutDashboard, LogOut, Settings, ShoppingCart } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { appSettings } from '../../../app-settings.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { Duty } from './administration-entries.ts'
import { AlarmBell } from './alarm-bell.tsx'
import { type ChangeLocale, LanguagePicker } from './language-picker.tsx'
import { AdministrationMenu } from './lazy-administration.ts'
import { Logo } from './logo.tsx'
import styles from './navigation-bar.module.css'
import { outsideLinks } from './outside-links.ts'
import { useComparison } from './use-comparison.ts'

/** The top bar. On a phone it has only the logo; before signing in also the language and, if there are links to other sites, these. */
export function NavigationBar({
  signedIn,
  duty,
  openAlarms,
  onLocale,
}: {
  signedIn: boolean
  duty: Duty | undefined
  openAlarms: number
  onLocale: ChangeLocale
}) {
  const intl = useIntl()
  const outside = outsideLinks(appSettings, signedIn)
  return (
    <header className={styles.bar}>
      <div className={styles.content}>
        <Link to={signedIn ? '/dashboard' : '/'} className={styles.home}>
          <Logo />
        </Link>
        <nav
          className={styles.links}
          data-on-phone={!signedIn && outside.length > 0}
          data-crowded={signedIn && (duty !== undefined || outside.length > 0)}
          aria-label={intl.formatMessage({ id: 'app.nav' })}
        >
          {signedIn ? (
            <>
              <Entry to="/dashboard" icon={<Icon of={LayoutDashboard} />}>
                <FormattedMessage id="app.nav.dashboard" />
              </Entry>
              <Entry to="/timeline" icon={<Icon of={ChartLine} />}>
                <FormattedMessage id="app.nav.timeline" />
              </Entry>
              <Entry to="/heatmap" icon={<Icon of={Grid3x3} />}>
                <FormattedMessage id="app.nav.heatmap" />
              </Entry>
              <Entry to="/analysis" icon={<Icon of={ChartColumn} />}>
                <FormattedMessage id="app.nav.analysis" />
              </Entry>
              <Entry to="/alarms" icon={<AlarmBell count={openAlarms} />}>
                <FormattedMessage id="app.nav.alarms" />
              </Entry>
            </>
          ) : (
            <Entry to="/" icon={<Icon of={House} />}>
              <FormattedMessage id="app.nav.home" />
            </Entry>
          )}
          {appSettings.shop && (
            <Entry to="/shop" icon={<Icon of={ShoppingCart} />}>
              <FormattedMessage id="app.nav.shop" />
            </Entry>
          )}
          {!duty &&
            outside.map(({ href, icon, label }) => (
              <a key={href} className={styles.link} href={href} target="_blank" rel="noreferrer">
                <Icon of={icon} />
                <FormattedMessage id={label} />
              </a>
            ))}
          {signedIn && (
            <>
              <Entry to="/settings" icon={<Icon of={Settings} />}>
                <FormattedMessage id="app.nav.settings" />
              </Entry>
              {duty && (
                <Suspense fallback={null}>
                  <AdministrationMenu duty={duty} outside={outside} />
                </Suspense>
              )}
              <Entry to="/logout" icon={<Icon of={LogOut} />}>
                <FormattedMessage id="app.nav.logout" />
              </Entry>
            </>
          )}
        </nav>
        <div className={styles.language} data-signed-in={signedIn}>
          <LanguagePicker onLocale={onLocale} labelHidden />
        </div>
      </div>
    </header>
  )
}

type Target =
  | '/'
  | '/dashboard'
  | '/timeline'
  | '/heatmap'
  | '/analysis'
  | '/alarms'
  | '/shop'
  | '/settings'
  | '/logout'

function Entry({ to, icon, children }: { to: Target; icon: ReactNode; children: ReactNode }) {
  return (
    <Link
      to={to}
      className={styles.link}
      preload={to === '/logout' ? false : 'intent'}
      aria-current={useComparison() && to === '/timeline' ? 'page' : undefined}
    >
      {icon}
      {children}
    </Link>
  )
}
