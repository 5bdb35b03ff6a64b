import { useEffect, useState } from 'react'

/** What kind of phone leaves little height: a short one, or one that lies on its side, where the navigation stands beside the page. */
export type SmallShape = 'short' | 'turned'

export type SmallScreen = { width: number; height: number; shape: SmallShape | undefined }

/** With larger letters nothing has room beside anything; in CSS pixels. */
const MOST_LETTERS = 20

/** In CSS pixels, `letters` those of a rem; the sizes of a turned phone stand in style sheets, too. */
export function shapeOf(width: number, height: number, letters: number): SmallShape | undefined {
  if (width < 640) return height < 800 ? 'short' : undefined
  return width <= 960 && height <= 500 && letters <= MOST_LETTERS ? 'turned' : undefined
}

function measure(): SmallScreen {
  const { innerWidth: width, innerHeight: height } = window
  const letters = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return { width, height, shape: shapeOf(width, height, letters) }
}

/** Asked again only where the width changes: a keyboard, or bars of the browser that come and go, move nothing under the finger. */
export function useSmallScreen(): SmallScreen {
  const [screen, setScreen] = useState(measure)
  useEffect(() => {
    const resized = () => setScreen((before) => (before.width === window.innerWidth ? before : measure()))
    window.addEventListener('resize', resized)
    return () => window.removeEventListener('resize', resized)
  }, [])
  return screen
}
