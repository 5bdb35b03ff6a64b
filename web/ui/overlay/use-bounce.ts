import { type MouseEvent, type PointerEvent, useRef } from 'react'

/** A glove touches twice within it; nobody chooses something else so fast. */
export const BOUNCE_MS = 500
const SAME_SPOT_PIXELS = 24

/**
 * Ignores the second touch of a glove where the first one changed what is at that spot. Handlers for what holds all of it; `isBounce`
 * tells of the press under way.
 */
export function useBounce() {
  const last = useRef<{ at: number; x: number; y: number; pressed: Element }>(undefined)
  const isAgain = useRef(false)
  return {
    isBounce: () => isAgain.current,
    /** Something else was done since the last touch. */
    forget() {
      last.current = undefined
    },
    onPointerDownCapture({ timeStamp: at, clientX: x, clientY: y, target }: PointerEvent) {
      const pressed = (target as Element).closest('button, a, input, select, label') ?? (target as Element)
      const before = last.current
      const isNear = before && at - before.at < BOUNCE_MS && Math.hypot(x - before.x, y - before.y) < SAME_SPOT_PIXELS
      isAgain.current = isNear === true && before?.pressed !== pressed
      if (!isAgain.current) last.current = { at, x, y, pressed }
    },
    onClickCapture(event: MouseEvent) {
      // keys press without a touch
      if (event.detail === 0 || !isAgain.current) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
