import { setImmediate as othersTurn } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { encode } from 'uqr'
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

/** Returns A4 sheets of labels as PDF, to be printed at full size on sheets of 3 × 8 labels of 70 × 37 mm. */
export async function drawLabels(labels: readonly Label[], sheet: { title: string; product: string; date: Date }) {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    info: { Title: sheet.title, Creator: sheet.product, CreationDate: sheet.date, ModDate: sheet.date },
  })
  addPaperFonts(pdf)
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  for (const [index, label] of labels.entries()) {
    const place = index % (COLUMNS * ROWS)
    if (place === 0) pdf.addPage()
    const left = (place % COLUMNS) * WIDTH
    const top = TOP + Math.floor(place / COLUMNS) * HEIGHT
    drawLabel(pdf, label, sheet.product, { left: left + PADDING, top: top + (HEIGHT - QR_SIZE) / 2 })
    // hundreds of labels take seconds
    await othersTurn()
  }
  pdf.end()
  await ended
  return new Uint8Array(Buffer.concat(parts))
}

type Place = { left: number; top: number }

function drawLabel(pdf: PDFKit.PDFDocument, { name, imei, imsi, code, link }: Label, product: string, at: Place): void {
  drawCode(pdf, link, at)
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
