import { useOutbox } from './outbox.ts'

/** Whether a change sent to `path` is waiting on this device; not while it is known in a moment. */
export const useWaits = (path: string): boolean => useOutbox().waiting.some((one) => one.path === path)
