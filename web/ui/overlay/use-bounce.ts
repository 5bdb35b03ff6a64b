import { type MouseEvent, type PointerEvent, useRef } from 'react'

/** A glove taps twice within this time; nobody deliberately chooses something else that fast. */
export const BOUNCE_MS = 500
const SAME_SPOT_PIXELS = 24

/**
 * Ignores the accidental second tap of a glove if the first one changed what is at that spot. Returns handlers for the element that contains everything;
 * `isBounce` tells whether the current press is such a tap.
 */
export function useBounce() {
  const last = useRef<{ at: number; x: number; y: number; pressed: Element }>(undefined)
  const isAgain = useRef(false)
  return {
    isBounce: () => isAgain.current,
    /** Call when something else has happened since the last tap. */
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
      // keyboard presses come without a touch
      if (event.detail === 0 || !isAgain.current) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
