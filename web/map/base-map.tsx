import { Minus, Plus } from 'lucide-react'
import { setWorkerUrl } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import {
  type CSSProperties,
  type ReactNode,
  type Ref,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type MapRef, Map as MapView, ScaleControl, useMap } from 'react-map-gl/maplibre'
import { appSettings } from '../app-settings.ts'
import { useIntl } from '../i18n/intl.tsx'
import { IconButton } from '../ui/button.tsx'
import { PAPER_PIXELS } from '../ui/layout/use-width.ts'
import { useLook } from '../ui/look.ts'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { baseStyle } from './base-style.ts'
import styles from './map.module.css'
import { type BaseShapes, loadOutlines } from './outlines.ts'
import { usePrinting } from './use-printing.ts'
import { workerAddress } from './worker-address.ts'

setWorkerUrl(workerAddress)

/** The address of a style that replaces the outlines shipped with the app. */
const styleAddress = appSettings.mapStyleUrl

/** Beyond this zoom, the outlines are not informative. */
const MAXIMUM_ZOOM = 14

export type Position = { latitude: number; longitude: number }
/** The initial view of a map: around a place, or a box of `[west, south, east, north]` with padding in CSS pixels, 24 by default. */
export type InitialView =
  | (Position & { zoom: number })
  | {
      bounds: [number, number, number, number]
      padding?: { top: number; bottom: number; left: number; right: number }
    }

export type BaseMapProps = {
  /** What the map shows, for screen readers. */
  label: string
  initialView: InitialView
  /** A tap on the map. */
  onPress?: ((position: Position) => void) | undefined
  /** In CSS pixels. */
  height?: 'small' | 'large'
  /** To move the map from outside. */
  ref?: Ref<MapRef> | undefined
  /** Sources, layers, markers and overlays of react-map-gl. */
  children?: ReactNode
}

/** A map with outlines of countries, cantons and lakes, in the colors of the kit. Load it through `LazyMap`. */
export function BaseMap({ label, initialView, onPress, height = 'small', ref, children }: BaseMapProps) {
  const look = useLook()
  const frame = useRef<HTMLDivElement>(null)
  const paper = usePrinting(() => paperSize(frame.current))
  const [shapes, setShapes] = useState<BaseShapes | Error>()
  useEffect(() => {
    if (styleAddress) return
    loadOutlines().then(setShapes, setShapes)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` stands for the token colors
  const style = useMemo(
    () => styleAddress ?? (shapes && !(shapes instanceof Error) ? baseStyle(shapes) : undefined),
    [shapes, look],
  )
  if (shapes instanceof Error) throw shapes
  return (
    <div ref={frame} className={styles.map} data-height={height} style={paper}>
      {style ? (
        <MapView
          ref={ref ?? null}
          initialViewState={
            'bounds' in initialView
              ? { bounds: initialView.bounds, fitBoundsOptions: { padding: initialView.padding ?? 24 } }
              : initialView
          }
          mapStyle={style}
          maxZoom={MAXIMUM_ZOOM}
          dragRotate={false}
          touchPitch={false}
          pitchWithRotate={false}
          attributionControl={false}
          cursor={onPress ? 'crosshair' : 'grab'}
          locale={{ 'Map.Title': label }}
          onClick={({ lngLat }) => onPress?.({ latitude: lngLat.lat, longitude: lngLat.wrap().lng })}
        >
          {paper && <Still />}
          {children}
          <ScaleControl position="bottom-left" />
          <ZoomButtons />
        </MapView>
      ) : (
        <Skeleton shape="chart" />
      )}
    </div>
  )
}

/** As large as on the screen, so that everything on the map stays in its place, and scaled down to the width of a sheet. */
function paperSize(frame: HTMLElement | null): CSSProperties {
  const { offsetWidth: width, offsetHeight: height } = frame ?? { offsetWidth: PAPER_PIXELS, offsetHeight: 0 }
  return { width, height, zoom: Math.min(1, PAPER_PIXELS / width) }
}

/** What the map shows, for paper, where WebGL leaves nothing. */
function Still() {
  const { current: map } = useMap()
  const canvas = useRef<HTMLCanvasElement>(null)
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!map || !context) return
    const drawn = map.getCanvas()
    context.canvas.width = drawn.width
    context.canvas.height = drawn.height
    map.redraw()
    context.drawImage(drawn, 0, 0)
  }, [map])
  return <canvas ref={canvas} className={styles.frames} />
}

function ZoomButtons() {
  const intl = useIntl()
  const { current: map } = useMap()
  return (
    <div className={styles.zoom}>
      <IconButton
        kind="secondary"
        icon={Plus}
        label={intl.formatMessage({ id: 'map.zoomIn' })}
        onClick={() => map?.zoomIn()}
      />
      <IconButton
        kind="secondary"
        icon={Minus}
        label={intl.formatMessage({ id: 'map.zoomOut' })}
        onClick={() => map?.zoomOut()}
      />
    </div>
  )
}
