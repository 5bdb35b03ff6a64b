import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

/** A grayscale picture, one byte per pixel. */
export type Picture = { width: number; height: number; gray: Uint8Array }
export type LabelCode = { format: 'QRCode' | 'Code128'; text: string }

const WHITE = 235
const BLACK = 20

const library = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')

/** A label with these codes one below the other, as a camera sees it close up. */
export async function drawLabel(codes: readonly LabelCode[], width = 1280, height = 720): Promise<Picture> {
  const { buffer } = Uint8Array.from(readFileSync(library))
  await prepareZXingModule({ overrides: { wasmBinary: buffer }, fireImmediately: true })
  const gray = new Uint8Array(width * height).fill(WHITE)
  const room = Math.floor(height / codes.length)
  for (const [place, { format, text }] of codes.entries()) {
    const { symbol } = await writeBarcode(text, { format, addQuietZones: true })
    if (!symbol) throw new Error(`no ${format} of ${text}`)
    const isLine = symbol.height < 8 || format === 'Code128'
    const scale = Math.floor(Math.min((width * 0.8) / symbol.width, isLine ? 4 : (room * 0.9) / symbol.height))
    const tall = isLine ? Math.floor(room * 0.5) : symbol.height * scale
    const [left, top] = [Math.floor((width - symbol.width * scale) / 2), place * room + Math.floor((room - tall) / 2)]
    for (let y = 0; y < tall; y++)
      for (let x = 0; x < symbol.width * scale; x++) {
        const row = isLine ? Math.floor(symbol.height / 2) : Math.floor(y / scale)
        const isBlack = symbol.data[row * symbol.width + Math.floor(x / scale)]! < 128
        if (isBlack) gray[(top + y) * width + left + x] = BLACK
      }
  }
  return { width, height, gray }
}

/** The same picture in low light, with `share` of the brightness left. */
export const dimmed = ({ gray, ...size }: Picture, share: number): Picture => ({
  ...size,
  gray: gray.map((level) => Math.floor(level * share)),
})

/** A video of the pictures in the format Chromium accepts for its camera (`--use-file-for-fake-video-capture`): YUV4MPEG2, two per second, in a loop. */
export function videoOf(pictures: readonly Picture[]): Buffer {
  const { width, height } = pictures[0]!
  const colorless = Buffer.alloc((width / 2) * (height / 2) * 2, 128)
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${width} H${height} F2:1 Ip A1:1 C420jpeg\n`),
    ...pictures.flatMap(({ gray }) => [Buffer.from('FRAME\n'), Buffer.from(gray), colorless]),
  ])
}
