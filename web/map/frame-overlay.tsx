import { useLayoutEffect, useRef } from 'react'
import { useMap } from 'react-map-gl/maplibre'
import styles from './map.module.css'

/** The part of the map in sight: where a place lies in CSS pixels, its size, and the canvas' pixels for each of them. */
export type FrameView = {
  project: (place: [longitude: number, latitude: number]) => { x: number; y: number }
  width: number
  height: number
  ratio: number
}

export type FramePainter = {
  /** Called before the first frame, and again when the map has moved. */
  place(view: FrameView): void
  /** Draws one frame, counted as the caller counts them, over whatever was there. */
  paint(context: CanvasRenderingContext2D, frame: number): void
}

/** Finer than this costs more to bring to the screen than it shows in motion. */
const MOST_PIXELS = 1.5

/**
 * A flat canvas over a `BaseMap` for what changes many times a second. It needs no graphics processor, and no rendering by React: frames
 * come from `follow`, which tells a listener their numbers and gives back how to stop that.
 */
export function FrameOverlay({
  painter,
  frame,
  follow,
}: {
  painter: FramePainter
  /** The one to begin with. */
  frame: number
  follow: (listener: (frame: number) => void) => () => void
}) {
  const { current: map } = useMap()
  const canvas = useRef<HTMLCanvasElement>(null)
  const shown = useRef(frame)
  const repaint = useRef<(frame: number) => void>(undefined)
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!map || !context) return
    const paint = (next: number) => {
      shown.current = next
      painter.paint(context, next)
      context.canvas.dataset.frame = String(next)
    }
    const place = () => {
      const { clientWidth: width, clientHeight: height } = map.getContainer()
      const ratio = Math.min(MOST_PIXELS, window.devicePixelRatio)
      const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)]
      if (context.canvas.width !== across) context.canvas.width = across
      if (context.canvas.height !== down) context.canvas.height = down
      painter.place({ project: (at) => map.project(at), width, height, ratio })
      paint(shown.current)
    }
    place()
    repaint.current = paint
    map.on('move', place)
    map.on('resize', place)
    const unfollow = follow(paint)
    return () => {
      unfollow()
      map.off('move', place)
      map.off('resize', place)
    }
  }, [map, painter, follow])
  useLayoutEffect(() => {
    if (frame !== shown.current) repaint.current?.(frame)
  }, [frame])
  return <canvas ref={canvas} className={styles.frames} />
}
