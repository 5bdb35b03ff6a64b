import { type ReactNode, useEffect, useId, useRef } from 'react'
import { FormattedMessage } from '../../i18n/intl.tsx'
import { Button } from '../button.tsx'
import { Banner } from '../status/banner.tsx'
import styles from './dialog.module.css'
import { useModal } from './use-modal.ts'

/**
 * Asks for confirmation before something that cannot be undone: a question, what will happen, and a button with the verb. "Cancel" has the focus first.
 * Declining, by key or button, fires the dialog's `cancel` event, which forms listen for. `onConfirm` runs once per opening, and may run again after `busy`
 * ends or an `error` appears. The caller closes it through `open`.
 */
export function Dialog({
  open,
  onClose,
  title,
  children,
  confirm,
  onConfirm,
  danger = false,
  busy = false,
  error,
}: {
  open: boolean
  onClose: () => void
  /** The question. */
  title: ReactNode
  children?: ReactNode
  /** The verb on the button, never just "yes". */
  confirm: ReactNode
  onConfirm: () => void
  danger?: boolean | undefined
  busy?: boolean | undefined
  /** Why it failed and what to do about it. */
  error?: ReactNode
}) {
  const dialog = useModal(open)
  const confirmed = useRef(false)
  const id = useId()
  const failed = Boolean(error)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening, finished attempt and error allows one more
  useEffect(() => {
    if (!busy) confirmed.current = false
  }, [open, busy, failed])
  const confirmOnce = () => {
    if (confirmed.current) return
    confirmed.current = true
    onConfirm()
  }
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={children ? `${id}-body` : undefined}
      onCancel={(event) => {
        event.preventDefault()
        if (!busy) onClose()
      }}
    >
      {open && (
        <div className={styles.content}>
          <h2 className={styles.title} id={`${id}-title`}>
            {title}
          </h2>
          {children && <div id={`${id}-body`}>{children}</div>}
          {error && <Banner tone="alarm" title={error} />}
          <div className={styles.actions}>
            <Button disabled={busy} onClick={() => dialog.current?.dispatchEvent(new Event('cancel'))}>
              <FormattedMessage id="ui.cancel" />
            </Button>
            <Button kind={danger ? 'danger' : 'primary'} busy={busy} onClick={confirmOnce}>
              {confirm}
            </Button>
          </div>
        </div>
      )}
    </dialog>
  )
}
