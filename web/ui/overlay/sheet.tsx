import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useIntl } from '../../i18n/intl.tsx'
import { IconButton } from '../button.tsx'
import styles from './dialog.module.css'
import { useBounce } from './use-bounce.ts'
import { useModal } from './use-modal.ts'

/**
 * A form or details over the screen: from the bottom on a phone, at the side on a desktop. Escape or a tap outside closes it; once something has been entered,
 * a tap outside no longer does.
 */
export function Sheet({
  open,
  onClose,
  title,
  footer,
  gloved = false,
  children,
}: {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** Buttons that stay visible. To submit a form in the body, give it an `id` and the button `form={id}`. */
  footer?: ReactNode
  /** For sheets used at the hive or showing something only once: an accidental second tap with a glove does not act on what the first one revealed. */
  gloved?: boolean
  children: ReactNode
}) {
  const dialog = useModal(open)
  const entered = useRef(false)
  const { isBounce, forget, ...touches } = useBounce()
  const intl = useIntl()
  const id = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs each time it opens
  useEffect(() => {
    if (open) entered.current = false
    forget()
  }, [open])
  return (
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby={id}
      onInput={() => {
        entered.current = true
        forget()
      }}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      {...(gloved ? touches : {})}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget && !entered.current && !isBounce()) onClose()
      }}
    >
      {open && (
        <div className={styles.frame}>
          <header className={styles.header}>
            <h2 id={id}>{title}</h2>
            <IconButton icon={X} label={intl.formatMessage({ id: 'ui.close' })} onClick={onClose} />
          </header>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
          <div className={styles.body} tabIndex={0}>
            {children}
          </div>
          {footer && <footer className={styles.footer}>{footer}</footer>}
        </div>
      )}
    </dialog>
  )
}
