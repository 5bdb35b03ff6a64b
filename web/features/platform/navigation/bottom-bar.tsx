import { Link, useRouterState } from '@tanstack/react-router'
import {
  ChartColumn,
  ChartLine,
  Ellipsis,
  Grid3x3,
  LayoutDashboard,
  LogOut,
  Settings,
  ShoppingCart,
} from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { appSettings } from '../../../app-settings.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { ButtonAnchor } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { ButtonLink } from '../../../ui/navigation/links.ts'
import { Sheet } from '../../../ui/overlay/sheet.tsx'
import type { Duty } from './administration-entries.ts'
import { AlarmBell } from './alarm-bell.tsx'
import styles from './bottom-bar.module.css'
import { type ChangeLocale, LanguagePicker } from './language-picker.tsx'
import { AdministrationLinks } from './lazy-administration.ts'
import { outsideLinks } from './outside-links.ts'
import { useComparison } from './use-comparison.ts'

/** The bar at the bottom of a phone, in reach of the thumb: the three everyday screens, and a sheet with the rest. */
export function BottomBar({
  duty,
  openAlarms,
  onLocale,
}: {
  duty: Duty | undefined
  openAlarms: number
  onLocale: ChangeLocale
}) {
  const intl = useIntl()
  const [more, showMore] = useState(false)
  const path = useRouterState({ select: (state) => state.location.pathname })
  const close = () => showMore(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: going back closes it, too
  useEffect(close, [path])
  return (
    <>
      <nav className={styles.bar} aria-label={intl.formatMessage({ id: 'app.nav.phone' })}>
        <Entry to="/dashboard" icon={<Icon of={LayoutDashboard} size={24} />}>
          <FormattedMessage id="app.nav.dashboard" />
        </Entry>
        <Entry to="/timeline" icon={<Icon of={ChartLine} size={24} />}>
          <FormattedMessage id="app.nav.timeline" />
        </Entry>
        <Entry to="/alarms" icon={<AlarmBell count={openAlarms} size={24} />}>
          <FormattedMessage id="app.nav.alarms" />
        </Entry>
        <button type="button" className={styles.entry} aria-haspopup="dialog" onClick={() => showMore(true)}>
          <Icon of={Ellipsis} size={24} />
          <FormattedMessage id="app.nav.more" />
        </button>
      </nav>
      <Sheet open={more} onClose={close} title={<FormattedMessage id="app.nav.more" />}>
        <Stack gap={3}>
          <ButtonLink wide icon={Grid3x3} to="/heatmap" onClick={close}>
            <FormattedMessage id="app.nav.heatmap" />
          </ButtonLink>
          <ButtonLink wide icon={ChartColumn} to="/analysis" onClick={close}>
            <FormattedMessage id="app.nav.analysis" />
          </ButtonLink>
          {appSettings.shop && (
            <ButtonLink wide icon={ShoppingCart} to="/shop" onClick={close}>
              <FormattedMessage id="app.nav.shop" />
            </ButtonLink>
          )}
          <ButtonLink wide icon={Settings} to="/settings" onClick={close}>
            <FormattedMessage id="app.nav.settings" />
          </ButtonLink>
          {outsideLinks(appSettings, true).map(({ href, icon, label }) => (
            <ButtonAnchor key={href} wide icon={icon} href={href} target="_blank" rel="noreferrer">
              <FormattedMessage id={label} />
            </ButtonAnchor>
          ))}
          {duty && (
            <Suspense fallback={null}>
              <AdministrationLinks duty={duty} onFollow={close} />
            </Suspense>
          )}
          <LanguagePicker onLocale={onLocale} />
          <ButtonLink wide icon={LogOut} to="/logout" preload={false} onClick={close}>
            <FormattedMessage id="app.nav.logout" />
          </ButtonLink>
        </Stack>
      </Sheet>
    </>
  )
}

function Entry({
  to,
  icon,
  children,
}: {
  to: '/dashboard' | '/timeline' | '/alarms'
  icon: ReactNode
  children: ReactNode
}) {
  return (
    <Link to={to} className={styles.entry} aria-current={useComparison() && to === '/timeline' ? 'page' : undefined}>
      {icon}
      {children}
    </Link>
  )
}
