import type { PickingInfo } from '@deck.gl/core'
import { useMemo } from 'react'
import { BaseMap, type InitialView } from '../../map/base-map.tsx'
import { DeckOverlay } from '../../map/deck-overlay.tsx'
import { gainLayers, type PlaceLabel } from './gain-layers.ts'
import type { GainMarks } from './gain-marks.ts'
import type { Palette } from './heat-scale.ts'

const MOST_PIXELS = 2
const PICK_PIXELS = 8

/** A hive by its place in `marks.hives`, or a region by its place in `marks.areas`. */
export type Picked = { kind: 'hive' | 'area'; index: number }

/** Hives and regions in the colors of one day. It holds the libraries of maps: load it by `lazy`. */
export function GainMap({
  label,
  initialView,
  marks,
  days,
  day,
  palette,
  labels,
  onPick,
}: {
  label: string
  initialView: InitialView
  marks: GainMarks
  days: number
  day: number
  palette: Palette
  labels: readonly PlaceLabel[]
  onPick: (picked: Picked | undefined) => void
}) {
  const layersOf = useMemo(() => gainLayers(marks, days, palette), [marks, days, palette])
  const layers = useMemo(() => layersOf(day, labels), [layersOf, day, labels])
  const pick = ({ layer, index, object }: PickingInfo) => {
    if (layer?.id === 'hives') onPick({ kind: 'hive', index })
    else if (layer?.id === 'areas') onPick({ kind: 'area', index: (object as { area: number }).area })
    else onPick(undefined)
  }
  return (
    <BaseMap label={label} initialView={initialView} height="large">
      <DeckOverlay
        layers={layers}
        useDevicePixels={Math.min(MOST_PIXELS, window.devicePixelRatio)}
        pickingRadius={PICK_PIXELS}
        deviceProps={{ type: 'webgl', webgl: { antialias: false } }}
        onClick={pick}
      />
    </BaseMap>
  )
}
