import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef } from 'react'
import { useIntl } from '../../../i18n/intl.tsx'
import { useWidth } from '../../../ui/layout/use-width.ts'
import { rootPixels } from '../../../ui/root-pixels.ts'
import {
  besideCells,
  boxOfCell,
  type Cell,
  calendarLayout,
  cellAt,
  labelRoom,
  moveCell,
  namedDays,
  namedHours,
} from './calendar-layout.ts'
import { type HeatScale, type Palette, stepOf } from './heat-scale.ts'
import styles from './heatmap.module.css'
import { noon } from './heatmap-period.ts'
import { HOURS, type HourGrid } from './hour-grid.ts'

const FALLBACK_PIXELS = 320

/** Days by hours on a canvas, with a cursor moved by pointer and keys; Enter opens the day at the cursor. */
export function CalendarCanvas({
  label,
  grid,
  days,
  scale,
  palette,
  cursor,
  onCursor,
  onOpen,
}: {
  label: string
  grid: HourGrid
  days: readonly string[]
  scale: HeatScale
  palette: Palette
  cursor: Cell
  onCursor: (cell: Cell) => void
  onOpen: (cell: Cell) => void
}) {
  const intl = useIntl()
  const outer = useRef<HTMLDivElement>(null)
  const width = useWidth(outer, FALLBACK_PIXELS)
  const canvas = useRef<HTMLCanvasElement>(null)
  const letters = rootPixels()
  const layout = useMemo(() => calendarLayout(width, days.length, labelRoom(letters)), [width, days.length, letters])

  useEffect(() => {
    if (canvas.current) paint(canvas.current, grid, layout.across, scale, palette)
  }, [grid, layout.across, scale, palette])

  const place = (cell: Cell) => {
    const { left, top } = boxOfCell(layout, cell)
    return { left: besideCells('left', left), top: besideCells('top', top) }
  }
  const point = ({ nativeEvent, currentTarget }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect()
    onCursor(cellAt(layout, nativeEvent.clientX - box.left, nativeEvent.clientY - box.top))
  }
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = event.key === 'Enter' ? cursor : moveCell(event.key, cursor, layout)
    if (!next) return
    event.preventDefault()
    if (event.key === 'Enter') onOpen(next)
    else onCursor(next)
  }
  return (
    <div className={styles.calendar} ref={outer}>
      {namedDays(days, layout, letters).map((day) => (
        <span
          key={days[day]}
          className={styles.label}
          data-side={layout.across ? 'top' : 'left'}
          style={layout.across ? { left: place({ day, hour: 0 }).left } : { top: place({ day, hour: 0 }).top }}
          aria-hidden="true"
        >
          {intl.formatDate(noon(days[day]!), { month: 'short' })}
        </span>
      ))}
      {namedHours(layout, letters).map((hour) => (
        <span
          key={hour}
          className={styles.label}
          data-side={layout.across ? 'left' : 'top'}
          style={layout.across ? { top: place({ day: 0, hour }).top } : { left: place({ day: 0, hour }).left }}
          aria-hidden="true"
        >
          {hour} h
        </span>
      ))}
      <div
        className={styles.cells}
        role="application"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a widget of its own that handles its own keys
        tabIndex={0}
        style={{ width: layout.width, height: layout.height }}
        onPointerMove={(event) => event.pointerType === 'mouse' && point(event)}
        onClick={(event) => point(event as unknown as PointerEvent)}
        onKeyDown={press}
      >
        <canvas ref={canvas} className={styles.canvas} />
        <span className={styles.cursor} style={boxOfCell(layout, cursor)} aria-hidden="true" />
      </div>
    </div>
  )
}

/** Paints one pixel per cell; the style scales it up. */
function paint(
  canvas: HTMLCanvasElement,
  { days, values }: HourGrid,
  across: boolean,
  scale: HeatScale,
  palette: Palette,
): void {
  const [columns, rows] = across ? [days, HOURS] : [HOURS, days]
  canvas.width = columns
  canvas.height = rows
  const context = canvas.getContext('2d')
  if (!context) return
  const image = context.createImageData(columns, rows)
  for (let day = 0; day < days; day++) {
    for (let hour = 0; hour < HOURS; hour++) {
      const value = values[day * HOURS + hour]!
      if (Number.isNaN(value)) continue
      const step = stepOf(scale, value) * 3
      const at = 4 * (across ? hour * columns + day : day * columns + hour)
      image.data.set([palette[step]!, palette[step + 1]!, palette[step + 2]!, 255], at)
    }
  }
  context.putImageData(image, 0, 0)
}
