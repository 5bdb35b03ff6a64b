import PDFDocument from 'pdfkit'
import { printableText } from '../../qr-bill/printable-text.ts'

export type Pdf = InstanceType<typeof PDFDocument>

export const mm = (millimeters: number): number => (millimeters * 72) / 25.4
export const LEFT = mm(20)
export const WIDTH = mm(170)
export const PAGE_HEIGHT = mm(297)
const BOTTOM = PAGE_HEIGHT - mm(18)
const TOP = mm(20)

type Style = { size?: number; bold?: boolean; align?: 'left' | 'right'; grey?: boolean }

/** An A4 document without margins of its own. Nothing in it but what it is given: the same content makes the same bytes. */
export const openPdf = (about: { title: string; author: string; language: string; date: Date }): Pdf =>
  new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: about.language,
    displayTitle: true,
    info: { Title: about.title, Author: about.author, CreationDate: about.date, ModDate: about.date },
  })

/** Writes text in characters that the font has, and gives the y below it. */
export function write(pdf: Pdf, text: string, at: { x: number; y: number; width: number } & Style): number {
  const { x, y, width, size = 9.5, bold = false, align = 'left', grey = false } = at
  pdf
    .font(bold ? 'Helvetica-Bold' : 'Helvetica')
    .fontSize(size)
    .fillColor(grey ? '#555555' : '#000000')
  const words = printableText(text).text || ' '
  pdf.text(words, x, y, { width, align, lineGap: 1.5 })
  return pdf.y
}

/** Writes lines one below the other, without those that are empty. */
export const writeLines = (pdf: Pdf, lines: string[], at: Parameters<typeof write>[2]): number =>
  lines.filter((line) => line.trim() !== '').reduce((y, line) => write(pdf, line, { ...at, y }), at.y)

export function rule(pdf: Pdf, y: number, color = '#999999'): void {
  pdf
    .moveTo(LEFT, y)
    .lineTo(LEFT + WIDTH, y)
    .lineWidth(0.5)
    .strokeColor(color)
    .stroke()
}

/** The y where something of this height goes: here, or on top of a new page. */
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
