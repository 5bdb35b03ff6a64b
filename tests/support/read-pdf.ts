import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import jsQR from 'jsqr'

const run = promisify(execFile)
const DOTS_PER_INCH = 110

/** What a person and a banking app read of a PDF: its text, and the text of each QR code, page by page. */
export async function readPdf(bytes: Uint8Array): Promise<{ text: string; pages: number; codes: string[] }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hivewatch-pdf-'))
  try {
    const file = path.join(folder, 'paper.pdf')
    await writeFile(file, bytes)
    const { stdout } = await run('pdftotext', ['-layout', file, '-'])
    await run('pdftoppm', ['-gray', '-r', String(DOTS_PER_INCH), file, path.join(folder, 'page')])
    const pictures = (await readdir(folder)).filter((name) => name.endsWith('.pgm')).sort()
    const codes = await Promise.all(pictures.map(async (name) => codeIn(await readFile(path.join(folder, name)))))
    return { text: stdout, pages: pictures.length, codes: codes.filter((code) => code !== undefined) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The text of the QR code in a picture (binary PGM, 8 bits). */
function codeIn(picture: Buffer): string | undefined {
  const head = /^P5\s(\d+)\s(\d+)\s255\s/.exec(picture.subarray(0, 40).toString('latin1'))
  if (!head) throw new Error('no binary PGM')
  const [width, height] = [Number(head[1]), Number(head[2])]
  const grey = picture.subarray(head[0].length)
  const colors = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < width * height; at++) colors.fill(grey[at] ?? 255, at * 4, at * 4 + 4)
  // now and then it takes a table for an empty code
  return jsQR(colors, width, height, { inversionAttempts: 'dontInvert' })?.data || undefined
}
