import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react'

interface ToastOptions {
  /** Undo or try again; the message stays for longer then. */
  action?: { label: ReactNode; onPress: () => void } | undefined
  /** A later message with the same id takes the place of the first. */
  id?: string
}

/** `isOver`: what these words said is no longer so. */
export type ToastMessage = ToastOptions & { tone: 'ok' | 'alarm'; words: ReactNode; isOver?: boolean }
type Show = (message: ToastMessage) => void

/** The stack is loaded with the first message: most visits have none. */
let Stack: ComponentType<{ onReady: (show: Show) => void }> | undefined
let tellPlace: (() => void) | undefined
let waiting: ToastMessage[] = []
let shown: Show | undefined

async function loadStack(): Promise<void> {
  Stack = (await import('./toast-stack.tsx')).ToastStack
  tellPlace?.()
}

function show(message: ToastMessage): void {
  if (shown) {
    shown(message)
  } else {
    waiting.push(message)
    void loadStack()
  }
}

function onReady(ready: Show): void {
  shown = ready
  for (const message of waiting.splice(0)) ready(message)
}

/** Short words about what just happened, read out by screen readers, gone after 5 s, with an action after 30; words come translated. */
export const toast = {
  success: (words: ReactNode, options?: ToastOptions) => show({ ...options, tone: 'ok', words }),
  error: (words: ReactNode, options?: ToastOptions) => show({ ...options, tone: 'alarm', words }),
  /** Takes back what is no longer so. */
  over: (words: ReactNode) => {
    waiting = waiting.filter((message) => message.words !== words)
    shown?.({ tone: 'ok', words, isOver: true })
  },
}

function followStack(onChange: () => void): () => void {
  tellPlace = onChange
  return () => {
    tellPlace = undefined
    shown = undefined
  }
}

/** The place where toasts appear, once in the frame of the app. */
export function Toaster() {
  const View = useSyncExternalStore(followStack, () => Stack)
  return View && <View onReady={onReady} />
}
