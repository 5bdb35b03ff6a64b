import { useState } from 'react'
import { AXIS_PIXELS, EDGE_PIXELS } from './chart-options.ts'

const WIDE_SCREEN = 800

/** The plot's width. Until it has been measured this is an estimate, so that readings that only a wider plot could show are not loaded first. */
export const usePlotPixels = () => useState(() => Math.min(WIDE_SCREEN, window.innerWidth) - AXIS_PIXELS - EDGE_PIXELS)
