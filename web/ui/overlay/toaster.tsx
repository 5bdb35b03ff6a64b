import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react'

interface ToastOptions {
  /** An undo or retry button; the message then stays longer. */
  action?: { label: ReactNode; onPress: () => void } | undefined
  /** A later message with the same id replaces the earlier one. */
  id?: string
}

/** `isOver`: what these words said is no longer true. */
export type ToastMessage = ToastOptions & { tone: 'ok' | 'alarm'; words: ReactNode; isOver?: boolean }
type Show = (message: ToastMessage) => void

/** The stack is loaded with the first message, since most visits have none; the app decides what becomes of the page if that fails. */
let Stack: ComponentType<{ onReady: (show: Show) => void }> | undefined
let tellPlace: (() => void) | undefined
let waiting: ToastMessage[] = []
let shown: Show | undefined

export const stackParts = { load: () => import('./toast-stack.tsx') }

/** A message that could not be shown when it came is outdated by the time the stack can be loaded. */
async function loadStack(): Promise<void> {
  try {
    Stack = (await stackParts.load()).ToastStack
    tellPlace?.()
  } catch {
    waiting = []
  }
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

/** A short message about what just happened. Screen readers announce it; it disappears after 5 s, or 30 s if it has an action. Texts are already translated. */
export const toast = {
  success: (words: ReactNode, options?: ToastOptions) => show({ ...options, tone: 'ok', words }),
  error: (words: ReactNode, options?: ToastOptions) => show({ ...options, tone: 'alarm', words }),
  /** Removes a message that is no longer true. */
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

/** Where toasts appear; rendered once, in the frame of the app. */
export function Toaster() {
  const View = useSyncExternalStore(followStack, () => Stack)
  return View && <View onReady={onReady} />
}
