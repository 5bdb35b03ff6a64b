import { useLayoutEffect, useRef } from 'react'
import { useMap } from 'react-map-gl/maplibre'
import styles from './map.module.css'

/** The visible part of the map: projects a place to CSS pixels, its size, and the number of canvas pixels per CSS pixel. */
export type FrameView = {
  project: (place: [longitude: number, latitude: number]) => { x: number; y: number }
  width: number
  height: number
  ratio: number
}

export type FramePainter = {
  /** Called before the first frame, and again when the map has moved. */
  place(view: FrameView): void
  /** Draws one frame, by the caller's numbering, over whatever was there. */
  paint(context: CanvasRenderingContext2D, frame: number): void
}

/** A higher resolution costs more to display than it is worth in motion. */
const MOST_PIXELS = 1.5

/**
 * A 2D canvas over a `BaseMap` for what changes many times a second. It needs neither a GPU nor React rendering: `follow` passes frame numbers to a listener
 * and returns a function that stops it.
 */
export function FrameOverlay({
  painter,
  frame,
  follow,
}: {
  painter: FramePainter
  /** The first frame to show. */
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
