import { Check, FileDown, LifeBuoy } from 'lucide-react'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button, ButtonAnchor } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/status/banner.tsx'
import styles from './codes.module.css'

/** The recovery codes, shown only this once, until the user confirms having saved them. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const intl = useIntl()
  const text = `${window.location.host}\n\n${codes.join('\n')}\n`
  return (
    <Banner
      tone="accent"
      icon={LifeBuoy}
      title={<FormattedMessage id="account.codes.recovery" />}
      actions={
        <>
          <ButtonAnchor
            kind="primary"
            icon={FileDown}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download={`${intl.formatMessage({ id: 'account.codes.recovery.file' })}.txt`}
          >
            <FormattedMessage id="account.codes.recovery.save" />
          </ButtonAnchor>
          <Button icon={Check} onClick={onKept}>
            <FormattedMessage id="account.codes.recovery.kept" />
          </Button>
        </>
      }
    >
      <FormattedMessage id="account.codes.recovery.why" />
      <ul className={styles.list} aria-label={intl.formatMessage({ id: 'account.codes.recovery' })}>
        {codes.map((code) => (
          <li key={code} className={styles.exact}>
            {code}
          </li>
        ))}
      </ul>
    </Banner>
  )
}
