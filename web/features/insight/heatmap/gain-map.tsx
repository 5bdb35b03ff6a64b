import type { PickingInfo } from '@deck.gl/core'
import { useMemo, useRef, useState } from 'react'
import { BaseMap, type InitialView } from '../../../map/base-map.tsx'
import { DeckOverlay } from '../../../map/deck-overlay.tsx'
import { FrameOverlay } from '../../../map/frame-overlay.tsx'
import { usePrinting } from '../../../map/use-printing.ts'
import { gainLayers } from './gain-layers.ts'
import type { GainMarks } from './gain-marks.ts'
import { gainPainter } from './gain-painter.ts'
import type { Palette } from './heat-scale.ts'
import type { PlaceLabel } from './place-labels.ts'

const MOST_PIXELS = 2
const PICK_PIXELS = 8

/** A hive by its index in `marks.hives`, or a region by its index in `marks.areas`. */
export type Picked = { kind: 'hive' | 'area'; index: number }

/**
 * Hives and regions in the colors of one day. It includes the map libraries, so load it with `lazy`. During playback, and until the
 * layers have drawn the final day, a 2D canvas shows the days: without a GPU, layers take half a second per day. Nor do they leave anything on paper.
 */
export function GainMap({
  label,
  initialView,
  marks,
  days,
  day,
  playing,
  follow,
  palette,
  labelsOf,
  onPick,
}: {
  label: string
  initialView: InitialView
  marks: GainMarks
  days: number
  day: number
  playing: boolean
  /** Notifies a listener of each day as it is played. */
  follow: (listener: (day: number) => void) => () => void
  palette: Palette
  labelsOf: (day: number) => readonly PlaceLabel[]
  onPick: (picked: Picked | undefined) => void
}) {
  const still = useRef(day)
  if (!playing) still.current = day
  const drawable = still.current
  const [drawn, setDrawn] = useState<number>()
  const layersOf = useMemo(() => gainLayers(marks, days, palette), [marks, days, palette])
  const layers = useMemo(() => layersOf(drawable, labelsOf(drawable)), [layersOf, drawable, labelsOf])
  const painter = useMemo(() => gainPainter(marks, palette, labelsOf), [marks, palette, labelsOf])
  const printing = usePrinting(() => true)
  const isPainted = printing || playing || drawn !== day
  const pick = ({ layer, index, object }: PickingInfo) => {
    if (layer?.id === 'hives') onPick({ kind: 'hive', index })
    else if (layer?.id === 'areas') onPick({ kind: 'area', index: (object as { area: number }).area })
    else onPick(undefined)
  }
  return (
    <BaseMap label={label} initialView={initialView} height="large">
      <DeckOverlay
        covered={isPainted}
        layers={layers}
        useDevicePixels={Math.min(MOST_PIXELS, window.devicePixelRatio)}
        pickingRadius={PICK_PIXELS}
        deviceProps={{ type: 'webgl', webgl: { antialias: false } }}
        onClick={pick}
        onDrawn={setDrawn}
      />
      {isPainted && <FrameOverlay painter={painter} frame={day} follow={follow} />}
    </BaseMap>
  )
}
