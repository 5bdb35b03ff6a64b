import { CircleAlert, CircleCheck, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { Button, IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import styles from './toaster.module.css'

const duration = 5000
const atMost = 3

interface ToastOptions {
  /** Undo or try again; the message stays until it is closed. */
  action?: { label: ReactNode; onPress: () => void } | undefined
  /** A later message with the same id takes the place of the first. */
  id?: string
}

function Message({
  id,
  tone,
  words,
  action,
}: {
  id: string | number
  tone: 'ok' | 'alarm'
  words: ReactNode
  action: ToastOptions['action']
}) {
  const intl = useIntl()
  return (
    <div className={styles.toast} data-tone={tone}>
      <Icon of={tone === 'ok' ? CircleCheck : CircleAlert} />
      <div className={styles.words}>{words}</div>
      {action && (
        <Button
          kind="quiet"
          onClick={() => {
            sonner.dismiss(id)
            action.onPress()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon={X} label={intl.formatMessage({ id: 'ui.close' })} onClick={() => sonner.dismiss(id)} />
    </div>
  )
}

function show(tone: 'ok' | 'alarm', words: ReactNode, { action, id }: ToastOptions = {}): void {
  const older = sonner.getToasts().filter((shown) => !('dismiss' in shown) && shown.id !== id)
  for (const { id: surplus } of older.slice(0, Math.max(0, older.length - atMost + 1))) sonner.dismiss(surplus)
  sonner.custom((shown) => <Message id={shown} tone={tone} words={words} action={action} />, {
    duration: action ? Number.POSITIVE_INFINITY : duration,
    ...(id && { id }),
  })
}

/** Short words about what just happened, read out by screen readers, gone after 5 s; words come translated. */
export const toast = {
  success: (words: ReactNode, options?: ToastOptions) => show('ok', words, options),
  error: (words: ReactNode, options?: ToastOptions) => show('alarm', words, options),
}

/** The place where toasts appear, once in the frame of the app. */
export function Toaster() {
  const intl = useIntl()
  return (
    <Sonner
      className={styles.toaster ?? ''}
      position="bottom-right"
      visibleToasts={atMost}
      duration={duration}
      expand
      gap={8}
      offset="16px"
      mobileOffset={{ bottom: 'calc(72px + env(safe-area-inset-bottom))', left: '16px', right: '16px' }}
      containerAriaLabel={intl.formatMessage({ id: 'ui.messages' })}
    />
  )
}
