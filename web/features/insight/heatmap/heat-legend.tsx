import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import type { Palette } from './heat-scale.ts'
import styles from './heatmap.module.css'

/** The colors from low to high, with labels for both ends and, if there is one, for the middle. */
export function HeatLegend({
  palette,
  low,
  middle,
  high,
}: {
  palette: Palette
  low: ReactNode
  middle?: ReactNode
  high: ReactNode
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const steps = palette.length / 3
    const image = context.createImageData(steps, 1)
    for (let step = 0; step < steps; step++) {
      image.data.set([palette[step * 3]!, palette[step * 3 + 1]!, palette[step * 3 + 2]!, 255], step * 4)
    }
    context.putImageData(image, 0, 0)
  }, [palette])
  return (
    <div className={styles.legend}>
      <canvas ref={canvas} className={styles.ramp} width={palette.length / 3} height={1} />
      <div className={styles.ends}>
        <span>{low}</span>
        {middle && <span>{middle}</span>}
        <span>{high}</span>
      </div>
    </div>
  )
}
