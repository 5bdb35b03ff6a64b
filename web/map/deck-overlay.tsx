import type { Layer } from '@deck.gl/core'
import { MapLibreOverlay, type MapLibreOverlayProps } from '@deck.gl/maplibre'
import { useEffect, useRef, useState } from 'react'
import { useControl } from 'react-map-gl/maplibre'

/** The frame that a layer draws, according to its props. */
const frameOf = ({ props }: Layer): number | undefined => (props as { frame?: number }).frame

/** Layers of deck.gl over a `BaseMap`, on a canvas of their own: moving the map redraws both, changing the day only this one. */
export function DeckOverlay({
  covered = false,
  onDrawn,
  ...props
}: Omit<MapLibreOverlayProps, 'interleaved' | 'layerFilter' | 'onAfterRender'> & {
  /** Set while something else shows the same: the layers can be tapped but not seen. */
  covered?: boolean
  /** Called with the `frame` of a layer once it is on the screen, which takes a while without a GPU. */
  onDrawn?: (frame: number) => void
}) {
  const submitted = useRef<number>(undefined)
  const told = useRef<number>(undefined)
  const tell = useRef(onDrawn)
  tell.current = onDrawn
  const [callbacks] = useState(() => ({
    layerFilter: ({ layer }: { layer: Layer }) => {
      submitted.current = frameOf(layer) ?? submitted.current
      return true
    },
    onAfterRender: ({ gl }: { gl: WebGL2RenderingContext }) => {
      // deck.gl lets its canvas have the focus, which nobody sees there; the map below takes keys and hands on what is tapped
      if ('inert' in gl.canvas) gl.canvas.inert = true
      const frame = submitted.current
      if (frame === undefined || frame === told.current) return
      told.current = frame
      whenOnScreen(gl, () => tell.current?.(frame))
    },
  }))
  const overlay = useControl(() => new MapLibreOverlay({ ...props, ...callbacks, interleaved: false }))
  overlay.setProps({ ...props, ...callbacks })
  useEffect(() => {
    const canvas = overlay.getCanvas()
    if (canvas) canvas.style.visibility = covered ? 'hidden' : 'visible'
  }, [overlay, covered])
  return null
}

/** Calls `done` one frame after the GPU has finished everything requested so far, when it is visible. */
function whenOnScreen(gl: WebGL2RenderingContext, done: () => void): void {
  const sync = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
  const look = () => {
    const isOver = !sync || gl.isContextLost() || gl.getSyncParameter(sync, gl.SYNC_STATUS) === gl.SIGNALED
    if (!isOver) return void requestAnimationFrame(look)
    gl.deleteSync(sync)
    requestAnimationFrame(() => requestAnimationFrame(done))
  }
  requestAnimationFrame(look)
}
