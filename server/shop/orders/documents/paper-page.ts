import PDFDocument from 'pdfkit'
import { addPaperFonts, fontText, type PaperFont } from '../../../platform/paper/paper-font.ts'

export type Pdf = InstanceType<typeof PDFDocument>

export const mm = (millimeters: number): number => (millimeters * 72) / 25.4
export const LEFT = mm(20)
export const WIDTH = mm(170)
export const PAGE_HEIGHT = mm(297)
const BOTTOM = PAGE_HEIGHT - mm(18)
const TOP = mm(20)

type Style = { size?: number; bold?: boolean; align?: 'left' | 'right'; grey?: boolean }
type Part = ReturnType<Pdf['struct']>

/** The parts of each document that are being drawn, innermost last: what screen readers go through. */
const open = new WeakMap<Pdf, Part[]>()

/** Creates an A4 document without margins. It contains nothing but what is passed in: the same content gives the same bytes. */
export function openPdf(about: { title: string; author: string; language: string; date: Date }): Pdf {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.5',
    tagged: true,
    lang: about.language,
    displayTitle: true,
    info: { Title: about.title, Author: about.author, CreationDate: about.date, ModDate: about.date },
  })
  addPaperFonts(pdf)
  const paper = pdf.struct('Document')
  pdf.addStructure(paper)
  open.set(pdf, [paper])
  return pdf
}

/** Draws what screen readers take for one part, such as a table or its row. */
export function within<Drawn>(pdf: Pdf, tag: 'Table' | 'TR', draw: () => Drawn): Drawn {
  const parts = open.get(pdf)!
  const part = pdf.struct(tag)
  parts.at(-1)!.add(part)
  parts.push(part)
  const drawn = draw()
  parts.pop()
  part.end()
  return drawn
}

/** Draws what is read at once. */
export function tagged(pdf: Pdf, tag: 'P' | 'H1' | 'TH' | 'TD', draw: () => void): void {
  open
    .get(pdf)!
    .at(-1)!
    .add(pdf.struct(tag, {}, [draw]))
}

/** Draws what screen readers pass over. */
function untagged(pdf: Pdf, draw: () => void): void {
  pdf.markContent('Artifact')
  draw()
  pdf.endMarkedContent()
}

const SIZE = 9.5
const LINE_GAP = 1.5

function use(pdf: Pdf, { size = SIZE, bold = false }: Style, text: string): string {
  const name: PaperFont = bold ? 'bold' : 'regular'
  pdf.font(name).fontSize(size)
  return fontText(name, text).text || ' '
}

type Place = { x: number; y: number; width: number }
/** What a text is, for screen readers; `none` is passed over. */
type Meaning = { as?: Parameters<typeof tagged>[1] | 'none' }

/** Writes text in characters that the font has, and returns the y below it. */
export function write(pdf: Pdf, text: string, at: Place & Style & Meaning): number {
  const { x, y, width, align = 'left', grey = false, as = 'P' } = at
  const words = use(pdf, at, text)
  const draw = () => {
    pdf.fillColor(grey ? '#555555' : '#000000').text(words, x, y, { width, align, lineGap: LINE_GAP })
  }
  if (as === 'none') untagged(pdf, draw)
  else tagged(pdf, as, draw)
  return pdf.y
}

/** The height that `write` would need. */
export const heightOf = (pdf: Pdf, text: string, { width, ...style }: { width: number } & Style): number =>
  pdf.heightOfString(use(pdf, style, text), { width, lineGap: LINE_GAP })

/** Writes lines one below the other, skipping empty ones. */
export const writeLines = (pdf: Pdf, lines: string[], at: Parameters<typeof write>[2]): number =>
  lines.filter((line) => line.trim() !== '').reduce((y, line) => write(pdf, line, { ...at, y }), at.y)

export function rule(pdf: Pdf, y: number, left = LEFT): void {
  untagged(pdf, () => {
    pdf
      .moveTo(left, y)
      .lineTo(LEFT + WIDTH, y)
      .lineWidth(0.5)
      .strokeColor('#999999')
      .stroke()
  })
}

/** The y where something of this height fits: here, or at the top of a new page. */
export function placeFor(pdf: Pdf, y: number, height: number, onNewPage?: (y: number) => number): number {
  if (y + height <= BOTTOM) return y
  pdf.addPage()
  return onNewPage ? onNewPage(TOP) : TOP
}

/** All pages as one file. */
export function closePdf(pdf: Pdf): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Uint8Array.from(Buffer.concat(chunks))))
    pdf.on('error', reject)
    pdf.end()
  })
}
