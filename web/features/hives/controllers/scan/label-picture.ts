/** Below this mean brightness (0–255), nothing can be read. */
const DARK = 35
const SAMPLE_PIXELS = 24

export type Source = { picture: CanvasImageSource; width: number; height: number }

/** Draws a picture no larger than needed for reading, since reading time grows with the number of pixels. */
export function drawOn(canvas: HTMLCanvasElement, { picture, width, height }: Source, longest: number): void {
  const scale = Math.min(1, longest / Math.max(width, height, 1))
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  canvas.getContext('2d', { willReadFrequently: true })!.drawImage(picture, 0, 0, canvas.width, canvas.height)
}

/** Whether a picture is too dark to show anything. */
export function isDark(picture: HTMLCanvasElement): boolean {
  const sample = document.createElement('canvas')
  drawOn(sample, { picture, width: picture.width, height: picture.height }, SAMPLE_PIXELS)
  const { data } = sample.getContext('2d')!.getImageData(0, 0, sample.width, sample.height)
  let sum = 0
  for (let at = 0; at < data.length; at += 4) sum += data[at]! + data[at + 1]! + data[at + 2]!
  return sum / ((data.length / 4) * 3) < DARK
}
