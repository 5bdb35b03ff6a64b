import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { useIntl } from '../../i18n/intl.tsx'
import { Button, IconButton } from '../button.tsx'
import { Icon } from '../icon.tsx'
import styles from './toaster.module.css'
import type { ToastMessage } from './toaster.tsx'
import { modals } from './use-modal.ts'

const duration = 5000
/** Leaves slow readers and screen reader users time to reach the button. The message also stays while it is pointed at. */
const durationWithAction = 30_000
const atMost = 3

function Message({ shown, message: { tone, words, action } }: { shown: string | number; message: ToastMessage }) {
  const intl = useIntl()
  return (
    <div className={styles.toast} data-tone={tone}>
      <Icon of={tone === 'ok' ? CircleCheck : CircleAlert} />
      <div className={styles.words}>{words}</div>
      {action && (
        <Button
          kind="quiet"
          onClick={() => {
            sonner.dismiss(shown)
            action.onPress()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon={X} label={intl.formatMessage({ id: 'ui.dismiss' })} onClick={() => sonner.dismiss(shown)} />
    </div>
  )
}

/** The texts of the visible messages by id; several may have the same text. */
const standing = new Map<string | number, ReactNode>()

function show(message: ToastMessage): void {
  const { id, action, words, isOver = false } = message
  if (isOver) {
    for (const [shown, said] of standing) if (said === words) sonner.dismiss(shown)
    return
  }
  const older = sonner.getToasts().filter((shown) => !('dismiss' in shown) && shown.id !== id)
  for (const { id: surplus } of older.slice(0, Math.max(0, older.length - atMost + 1))) sonner.dismiss(surplus)
  const shown = sonner.custom((shown) => <Message shown={shown} message={message} />, {
    onDismiss: ({ id }) => standing.delete(id),
    onAutoClose: ({ id }) => standing.delete(id),
    duration: action ? durationWithAction : duration,
    ...(id && { id }),
  })
  standing.set(shown, words)
}

/**
 * Above the app, or inside the sheet that is open over it, since anything outside the sheet can be neither seen nor pressed. A question that has to be answered
 * first keeps its buttons uncovered.
 */
function useTopPlace(): HTMLElement {
  const [place] = useState(() => document.createElement('div'))
  useEffect(() => {
    const move = () =>
      (modals.open.findLast((one) => one.getAttribute('role') !== 'alertdialog') ?? document.body).append(place)
    move()
    modals.moved = move
    return () => {
      modals.moved = undefined
      place.remove()
    }
  }, [place])
  return place
}

/** The stack itself. `onReady` receives the function that shows a message once the stack is listening. */
export function ToastStack({ onReady }: { onReady: (show: (message: ToastMessage) => void) => void }) {
  const intl = useIntl()
  const place = useTopPlace()
  useEffect(() => onReady(show), [onReady])
  return createPortal(
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
    />,
    place,
  )
}
