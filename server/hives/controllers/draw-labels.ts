import { setImmediate as othersTurn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import type { Locale } from '#domain/platform/locale.ts'
import { addPaperFonts, fontText } from '../../platform/paper/paper-font.ts'

/** The content of a label. `link` goes into its QR code; `code` is undefined if claiming requires none. */
export type Label = { name: string; imei: string; imsi: string; code: string | undefined; link: string }

const mm = (millimeters: number) => (millimeters * 72) / 25.4
/** A common sheet: 3 × 8 labels of 70 × 37 mm, without side margins. */
const COLUMNS = 3
const ROWS = 8
const [WIDTH, HEIGHT, TOP] = [mm(70), mm(37), mm(0.5)]
const PADDING = mm(4)
const QR_SIZE = mm(28)

type Sheet = { title: string; product: string; language: Locale; date: Date }

/** Returns A4 sheets of labels as PDF, to be printed at full size on sheets of 3 × 8 labels of 70 × 37 mm. */
export async function drawLabels(labels: readonly Label[], sheet: Sheet) {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.5',
    tagged: true,
    displayTitle: true,
    lang: sheet.language,
    info: { Title: sheet.title, Creator: sheet.product, CreationDate: sheet.date, ModDate: sheet.date },
  })
  addPaperFonts(pdf)
  // what screen readers go through
  const sheets = pdf.struct('Document')
  pdf.addStructure(sheets)
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  for (const [index, label] of labels.entries()) {
    const place = index % (COLUMNS * ROWS)
    if (place === 0) pdf.addPage()
    const left = (place % COLUMNS) * WIDTH
    const top = TOP + Math.floor(place / COLUMNS) * HEIGHT
    const at = { left: left + PADDING, top: top + (HEIGHT - QR_SIZE) / 2 }
    pdf.markContent('Artifact')
    drawCode(pdf, label.link, at)
    pdf.endMarkedContent()
    sheets.add(pdf.struct('P', {}, [() => drawWords(pdf, label, sheet.product, at)]))
    // hundreds of labels take seconds
    await othersTurn()
  }
  pdf.end()
  await ended
  return new Uint8Array(Buffer.concat(parts))
}

type Place = { left: number; top: number }

function drawWords(pdf: PDFKit.PDFDocument, { name, imei, imsi, code }: Label, product: string, at: Place): void {
  const x = at.left + QR_SIZE + mm(3)
  const width = WIDTH - QR_SIZE - 2 * PADDING - mm(2)
  const line = { width, lineBreak: false, ellipsis: true }
  pdf.fillColor('black').font('bold').fontSize(9).text(fontText('bold', product).text, x, at.top, line)
  if (name !== imei)
    pdf
      .font('regular')
      .fontSize(8)
      .text(fontText('regular', name).text, x, at.top + mm(5), { ...line, height: mm(4) })
  const lines = [['IMEI', imei] as const, ['IMSI', imsi] as const, ...(code ? [['CODE', code] as const] : [])]
  for (const [index, [word, number]] of lines.entries()) {
    const top = at.top + (code ? mm(9.5 + index * 6.4) : mm(11 + index * 9))
    pdf.font('regular').fontSize(6).text(word, x, top, line)
    pdf
      .font('bold')
      .fontSize(8)
      .text(number, x, top + mm(2.8), line)
  }
}

/** Adjacent modules of a line are drawn as one rectangle, so that no printer leaves hairlines between them. */
function drawCode(pdf: PDFKit.PDFDocument, link: string, { left, top }: Place): void {
  const { data: modules, size } = encode(link, { ecc: 'M', border: 0 })
  const module = QR_SIZE / size
  for (const [y, row] of modules.entries()) {
    for (let x = 0; x < size; x++) {
      if (!row[x] || row[x - 1]) continue
      let run = 1
      while (row[x + run]) run++
      pdf.rect(left + x * module, top + y * module, run * module, module)
    }
  }
  pdf.fill('black')
}
