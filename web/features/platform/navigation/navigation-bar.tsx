import { Link } from '@tanstack/react-router'
import {
  Bell,
  ChartColumn,
  ChartLine,
  Grid3x3,
  House,
  LayoutDashboard,
  LogOut,
  type LucideIcon,
  Settings,
  ShoppingCart,
} from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { appSettings } from '../../../app-settings.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { Duty } from './administration-entries.ts'
import type { ChangeLocale } from './frame.tsx'
import { LanguagePicker } from './language-picker.tsx'
import { AdministrationMenu } from './lazy-administration.ts'
import { Logo } from './logo.tsx'
import styles from './navigation-bar.module.css'
import { outsideLinks } from './outside-links.ts'
import { useComparison } from './use-comparison.ts'

/** The bar at the top. On a phone it holds the logo alone; before signing in the language, and the links where some lead outside. */
export function NavigationBar({
  signedIn,
  duty,
  onLocale,
}: {
  signedIn: boolean
  duty: Duty | undefined
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
              <Entry to="/dashboard" icon={LayoutDashboard}>
                <FormattedMessage id="app.nav.dashboard" />
              </Entry>
              <Entry to="/timeline" icon={ChartLine}>
                <FormattedMessage id="app.nav.timeline" />
              </Entry>
              <Entry to="/heatmap" icon={Grid3x3}>
                <FormattedMessage id="app.nav.heatmap" />
              </Entry>
              <Entry to="/analysis" icon={ChartColumn}>
                <FormattedMessage id="app.nav.analysis" />
              </Entry>
              <Entry to="/alarms" icon={Bell}>
                <FormattedMessage id="app.nav.alarms" />
              </Entry>
            </>
          ) : (
            <Entry to="/" icon={House}>
              <FormattedMessage id="app.nav.home" />
            </Entry>
          )}
          {appSettings.shop && (
            <Entry to="/shop" icon={ShoppingCart}>
              <FormattedMessage id="app.nav.shop" />
            </Entry>
          )}
          {outside.map(({ href, icon, label }) => (
            <a key={href} className={styles.link} href={href} target="_blank" rel="noreferrer">
              <Icon of={icon} />
              <FormattedMessage id={label} />
            </a>
          ))}
          {signedIn && (
            <>
              <Entry to="/settings" icon={Settings}>
                <FormattedMessage id="app.nav.settings" />
              </Entry>
              {duty && (
                <Suspense fallback={null}>
                  <AdministrationMenu duty={duty} />
                </Suspense>
              )}
              <Entry to="/logout" icon={LogOut}>
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

function Entry({ to, icon, children }: { to: Target; icon: LucideIcon; children: ReactNode }) {
  return (
    <Link
      to={to}
      className={styles.link}
      preload={to === '/logout' ? false : 'intent'}
      aria-current={useComparison() && to === '/timeline' ? 'page' : undefined}
    >
      <Icon of={icon} />
      {children}
    </Link>
  )
}
