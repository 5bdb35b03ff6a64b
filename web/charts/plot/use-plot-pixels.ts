import { useState } from 'react'
import { AXIS_PIXELS, EDGE_PIXELS } from './chart-options.ts'

const WIDE_SCREEN = 800

/** The plot's width, and until it was measured about that: readings that only a wider one could show are not loaded first. */
export const usePlotPixels = () => useState(() => Math.min(WIDE_SCREEN, window.innerWidth) - AXIS_PIXELS - EDGE_PIXELS)
