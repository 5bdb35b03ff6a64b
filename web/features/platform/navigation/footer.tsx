import { appSettings, switchVariant } from '../../../app-settings.ts'
import { FormattedMessage } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import styles from './frame.module.css'

const other = { hivewatch: 'biovet', biovet: 'hivewatch' } as const

/** Attributions and the build; on localhost also the switch to the other variant. */
export function Footer() {
  return (
    <footer className={styles.footer}>
      <div className={styles.attributions}>
        <p>
          <FormattedMessage id="app.attributions" /> <FormattedMessage id="app.weatherSources" />
        </p>
        <Row>
          {appSettings.environment === 'local' && (
            <Button kind="quiet" onClick={() => switchVariant(other[appSettings.variant])}>
              <FormattedMessage id="app.switchVariant" />
            </Button>
          )}
          <p>
            <FormattedMessage id="app.revision" values={{ revision: appSettings.revision }} />
          </p>
        </Row>
      </div>
    </footer>
  )
}
