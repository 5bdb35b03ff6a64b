import type { FramePainter, FrameView } from '../../../map/frame-overlay.tsx'
import { dotOf, LABEL } from './gain-layers.ts'
import { areaColor, type GainMarks } from './gain-marks.ts'
import { channelsOf, type Palette, stepOf } from './heat-scale.ts'
import type { PlaceLabel } from './place-labels.ts'
import { labelLetters } from './place-labels.ts'

type Rgb = readonly [number, number, number]
const css = ([red, green, blue]: Rgb, alpha = 255) => `rgb(${red} ${green} ${blue} / ${alpha / 255})`

/**
 * Draws hives and regions of a day with plain canvas operations, as `gainLayers` does with deck.gl: many times a second, even without a
 * GPU. Whatever is the same each day is drawn when the map moves, so a day is a thousand copies of small images.
 */
export function gainPainter(
  marks: GainMarks,
  palette: Palette,
  labelsOf: (day: number) => readonly PlaceLabel[],
): FramePainter {
  const { hives, positions, offsets, areas, scale } = marks
  const colors = { ink: channelsOf('--ink'), line: channelsOf('--line-strong'), ground: channelsOf('--surface') }
  const dot = dotOf(hives.length)
  const corners = new Float32Array(hives.length * 2)
  let view: FrameView | undefined
  let dots: HTMLCanvasElement | undefined
  let dotsRatio = 0
  let outlines: HTMLCanvasElement | undefined
  let shapes: { path: Path2D; area: number }[] = []

  const cell = () => Math.ceil(2 * (dot.radius + dot.line) * dotsRatio) + 2

  /** Draws a hive in each color of the palette, side by side, and finally one without a color. */
  function drawDots(ratio: number): HTMLCanvasElement {
    dotsRatio = ratio
    const size = cell()
    const steps = palette.length / 3
    const sheet = document.createElement('canvas')
    sheet.width = size * (steps + 1)
    sheet.height = size
    const context = sheet.getContext('2d')!
    context.strokeStyle = css(colors.ink)
    context.lineWidth = dot.line * ratio
    for (let step = 0; step <= steps; step++) {
      context.beginPath()
      context.arc(step * size + size / 2, size / 2, dot.radius * ratio, 0, 2 * Math.PI)
      if (step < steps) {
        context.fillStyle = css([palette[step * 3]!, palette[step * 3 + 1]!, palette[step * 3 + 2]!])
        context.fill()
      }
      context.stroke()
    }
    return sheet
  }

  function placeAreas({ project, width, height, ratio }: FrameView): void {
    shapes = areas.flatMap(({ geojson }, area) => {
      if (!geojson) return []
      const polygons = geojson.type === 'Polygon' ? [geojson.coordinates] : geojson.coordinates
      return polygons.map((rings) => ({ path: pathOf(rings as [number, number][][], project, ratio), area }))
    })
    if (shapes.length === 0) return
    outlines ??= document.createElement('canvas')
    outlines.width = Math.round(width * ratio)
    outlines.height = Math.round(height * ratio)
    const context = outlines.getContext('2d')!
    context.strokeStyle = css(colors.line)
    context.lineWidth = ratio
    for (const { path } of shapes) context.stroke(path)
  }

  function placeHives({ project, ratio }: FrameView): void {
    const half = cell() / 2
    for (let hive = 0; hive < hives.length; hive++) {
      const { x, y } = project([positions[hive * 3]!, positions[hive * 3 + 1]!])
      // offsets go up, as in deck.gl; at whole pixels an image is copied, at fractions it would be resampled
      corners[hive * 2] = Math.round((x + offsets[hive * 2]!) * ratio - half)
      corners[hive * 2 + 1] = Math.round((y - offsets[hive * 2 + 1]!) * ratio - half)
    }
  }

  function paintLabels(context: CanvasRenderingContext2D, { project, ratio }: FrameView, day: number): void {
    const labels = labelsOf(day)
    if (labels.length === 0) return
    const size = LABEL.size * labelLetters() * ratio
    context.font = `${LABEL.weight} ${size}px ${LABEL.family}`
    context.textBaseline = 'middle'
    for (const { position, text, isLeft, above } of labels) {
      const lines = text.split('\n')
      const at = project(position)
      const middle = at.y * ratio
      const [across, down] = LABEL.padding
      const widths = lines.map((line) => context.measureText(line).width)
      const width = Math.max(...widths)
      const x = isLeft ? (at.x - LABEL.beside) * ratio - width : (at.x + LABEL.beside) * ratio
      const top = middle - lines.length * size * above
      context.fillStyle = css(colors.ground, LABEL.groundAlpha)
      context.fillRect(
        x - across * ratio,
        top - down * ratio,
        width + 2 * across * ratio,
        lines.length * size + 2 * down * ratio,
      )
      context.fillStyle = css(colors.ink)
      for (const [index, line] of lines.entries())
        context.fillText(line, isLeft ? x + width - widths[index]! : x, top + (index + 0.5) * size)
    }
  }

  return {
    place(next) {
      view = next
      if (!dots || dotsRatio !== next.ratio) dots = drawDots(next.ratio)
      placeAreas(next)
      placeHives(next)
    },
    paint(context, day) {
      if (!view || !dots) return
      const { width, height } = context.canvas
      context.clearRect(0, 0, width, height)
      for (const { path, area } of shapes) {
        const [red, green, blue, alpha] = areaColor(areas[area]!.gainsGrams[day], scale, palette)
        if (alpha === 0) continue
        context.fillStyle = css([red, green, blue], alpha)
        context.fill(path, 'evenodd')
      }
      if (outlines && shapes.length > 0) context.drawImage(outlines, 0, 0)
      const size = cell()
      const without = palette.length / 3
      for (let hive = 0; hive < hives.length; hive++) {
        const [x, y] = [corners[hive * 2]!, corners[hive * 2 + 1]!]
        if (x < -size || y < -size || x > width || y > height) continue
        const grams = hives[hive]!.gainsGrams[day]
        const step = grams === null || grams === undefined ? without : stepOf(scale, grams / 1000)
        context.drawImage(dots, step * size, 0, size, size, x, y, size, size)
      }
      paintLabels(context, view, day)
    },
  }
}

function pathOf(rings: [number, number][][], project: FrameView['project'], ratio: number): Path2D {
  const path = new Path2D()
  for (const ring of rings) {
    for (const [index, place] of ring.entries()) {
      const { x, y } = project(place)
      if (index === 0) path.moveTo(x * ratio, y * ratio)
      else path.lineTo(x * ratio, y * ratio)
    }
    path.closePath()
  }
  return path
}
