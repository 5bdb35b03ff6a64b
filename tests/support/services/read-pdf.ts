import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

const run = promisify(execFile)
const DOTS_PER_INCH = 110
const library = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
void prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(library).buffer } })

/** What a person, a screen reader, and a banking app read from a PDF: its text, its parts with their texts, and the text of each QR code, page by page. */
export async function readPdf(
  bytes: Uint8Array,
): Promise<{ text: string; parts: string; pages: number; codes: string[] }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hivewatch-pdf-'))
  try {
    const file = path.join(folder, 'paper.pdf')
    await writeFile(file, bytes)
    const { stdout } = await run('pdftotext', ['-layout', file, '-'])
    const { stdout: parts } = await run('pdfinfo', ['-struct-text', file])
    await run('pdftoppm', ['-gray', '-r', String(DOTS_PER_INCH), file, path.join(folder, 'page')])
    const pictures = (await readdir(folder)).filter((name) => name.endsWith('.pgm')).sort()
    const codes = await Promise.all(pictures.map(async (name) => codesIn(await readFile(path.join(folder, name)))))
    return { text: stdout, parts, pages: pictures.length, codes: codes.flat() }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The texts of the QR codes in a picture (binary PGM, 8 bits). */
async function codesIn(picture: Buffer): Promise<string[]> {
  const head = /^P5\s(\d+)\s(\d+)\s255\s/.exec(picture.subarray(0, 40).toString('latin1'))
  if (!head) throw new Error('no binary PGM')
  const [width, height] = [Number(head[1]), Number(head[2])]
  const grey = picture.subarray(head[0].length)
  const pixels = new Uint32Array(width * height)
  for (let at = 0; at < pixels.length; at++) pixels[at] = 0xff000000 + grey[at]! * 0x010101
  const data = new Uint8ClampedArray(pixels.buffer)
  const codes = await readBarcodes({ data, width, height, colorSpace: 'srgb' } as ImageData, { formats: ['QRCode'] })
  return codes.map(({ text }) => text)
}
