import type { Page } from '@playwright/test'
import type { Picture } from './label-picture.ts'

/** A photo like one from a phone: slightly rotated, blurred, unevenly lit, and compressed. */
export async function photoOf(page: Page, { width, height, gray }: Picture, degrees: number): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([from, wide, high, angle]) => {
      const levels = Uint8Array.from(atob(from as string), (character) => character.charCodeAt(0))
      const picture = new ImageData(wide as number, high as number)
      for (const [at, level] of levels.entries()) {
        const shade = level * (0.6 + (0.4 * (at % (wide as number))) / (wide as number))
        picture.data.set([shade, shade, shade * 0.9, 255], 4 * at)
      }
      const flat = document.createElement('canvas')
      Object.assign(flat, { width: wide, height: high })
      flat.getContext('2d')!.putImageData(picture, 0, 0)
      const canvas = document.createElement('canvas')
      Object.assign(canvas, { width: 2400, height: 2400 })
      const context = canvas.getContext('2d')!
      context.fillStyle = '#776'
      context.fillRect(0, 0, 2400, 2400)
      context.translate(1200, 1200)
      context.rotate(((angle as number) * Math.PI) / 180)
      context.filter = 'blur(1px)'
      context.drawImage(
        flat,
        -(wide as number) * 0.75,
        -(high as number) * 0.75,
        1.5 * (wide as number),
        1.5 * (high as number),
      )
      return canvas.toDataURL('image/jpeg', 0.7).split(',')[1]!
    },
    [Buffer.from(gray).toString('base64'), width, height, degrees],
  )
  return Buffer.from(base64, 'base64')
}
