import { useEffect, useState } from 'react'

/** How a phone has too little height: it is short, or it is turned sideways and the navigation is beside the page. */
export type SmallShape = 'short' | 'turned'

export type SmallScreen = { width: number; height: number; shape: SmallShape | undefined }

/** Above this letter size nothing fits beside anything else; in CSS pixels. */
const MOST_LETTERS = 20

/** Sizes in CSS pixels; `letters` is the size of 1 rem. The sizes for a turned phone are also in the style sheets. */
export function shapeOf(width: number, height: number, letters: number): SmallShape | undefined {
  if (width < 640) return height < 800 ? 'short' : undefined
  return width <= 960 && height <= 500 && letters <= MOST_LETTERS ? 'turned' : undefined
}

function measure(): SmallScreen {
  const { innerWidth: width, innerHeight: height } = window
  const letters = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return { width, height, shape: shapeOf(width, height, letters) }
}

/** Measured again only when the width changes, so that a keyboard or browser bars appearing and disappearing do not move anything under the finger. */
export function useSmallScreen(): SmallScreen {
  const [screen, setScreen] = useState(measure)
  useEffect(() => {
    const resized = () => setScreen((before) => (before.width === window.innerWidth ? before : measure()))
    window.addEventListener('resize', resized)
    return () => window.removeEventListener('resize', resized)
  }, [])
  return screen
}
