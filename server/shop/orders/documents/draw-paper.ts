import { SwissQRBill } from 'swissqrbill/pdf'
import { withColon } from '#domain/platform/bind-spaces.ts'
import type { Locale } from '#domain/platform/locale.ts'
import type { OrderDocumentKind } from '#domain/shop/order-document.ts'
import { toBill } from '../../qr-bill/qr-bill.ts'
import { drawTable } from './draw-table.ts'
import { hasPaymentPart, type OrderPaper } from './order-paper.ts'
import {
  closePdf,
  heightOf,
  LEFT,
  mm,
  openPdf,
  PAGE_HEIGHT,
  type Pdf,
  placeFor,
  tagged,
  WIDTH,
  write,
  writeLines,
} from './paper-page.ts'
import { type PaperWords, paperWords } from './paper-words.ts'

/** The QR-bill is printed in one of its standard's languages; Spanish is not among them. */
const billLanguages = { de: 'DE', en: 'EN', fr: 'FR', es: 'EN' } as const satisfies Record<Locale, string>
const BILL_HEIGHT = mm(105)
const OFFER_DAYS = 30

/**
 * Draws a paper of an order as PDF (A4), with a QR-bill at the bottom of its last page if a transfer is due. The same order gives the same
 * bytes. Throws `BillFault` if the creditor fits no QR-bill.
 */
export function drawPaper(kind: OrderDocumentKind, paper: OrderPaper): Promise<Uint8Array<ArrayBuffer>> {
  const words = paperWords(paper)
  const title = words.text(`order-document.title.${kind}`)
  const pdf = openPdf({
    title: `${title} ${paper.key}`,
    author: paper.seller,
    language: paper.language,
    date: new Date(paper.orderedAt),
  })
  const heads = drawHeads(pdf, paper, words)
  const y = write(pdf, title, {
    x: LEFT,
    y: Math.max(mm(82), heads + mm(4)),
    width: WIDTH,
    size: 17,
    bold: true,
    as: 'H1',
  })
  const facts = `${words.text('order-document.order')} ${paper.key} · ${words.date(paper.orderedAt)}`
  const table = drawTable(pdf, paper, words, write(pdf, facts, { x: LEFT, y, width: WIDTH, grey: true }) + mm(6))
  const below = drawTerms(pdf, kind, paper, words, table)
  if (hasPaymentPart(kind, paper)) drawBill(pdf, paper, words, below)
  drawPageNumbers(pdf, words)
  return closePdf(pdf)
}

/** Returns the y below both addresses. */
function drawHeads(pdf: Pdf, { seller, creditor, contact, customer }: OrderPaper, words: PaperWords): number {
  write(pdf, seller, { x: LEFT, y: mm(18), width: mm(90), size: 20, bold: true })
  const of = [
    creditor.name,
    `${creditor.street} ${creditor.number ?? ''}`,
    `${creditor.zip} ${creditor.city}`,
    contact.email,
    contact.phone ?? '',
    creditor.vatNumber ? words.text('order-document.vat.number', { number: creditor.vatNumber }) : '',
  ]
  const belowSeller = writeLines(pdf, of, { x: LEFT + mm(110), y: mm(19), width: mm(60), size: 8.5, grey: true })
  const to = [
    customer.company,
    `${customer.firstname} ${customer.lastname}`,
    customer.street,
    `${customer.zip} ${customer.city}`,
    words.country(customer.country),
  ]
  return Math.max(belowSeller, writeLines(pdf, to, { x: LEFT, y: mm(48), width: mm(85), size: 10.5 }))
}

function drawTerms(pdf: Pdf, kind: OrderDocumentKind, paper: OrderPaper, words: PaperWords, top: number): number {
  const { email, phone } = paper.contact
  const lines = [
    termsOf(kind, paper, words),
    paper.pickup ? words.text('order-document.pickup', { place: paper.pickup }) : '',
    paper.remark ? `${withColon(paper.language, words.text('order-document.note'))} ${paper.remark}` : '',
    words.text('order-document.contact', { contact: phone ? `${email}, ${phone}` : email }),
    paper.terms ? words.text('order-document.terms.sale', { address: paper.terms }) : '',
  ]
  let y = top
  for (const line of lines.filter(Boolean)) {
    y = placeFor(pdf, y, heightOf(pdf, line, { width: WIDTH }))
    y = write(pdf, line, { x: LEFT, y, width: WIDTH }) + mm(1)
  }
  return y
}

function termsOf(kind: OrderDocumentKind, { due, paymentDays }: OrderPaper, words: PaperWords): string {
  switch (kind) {
    case 'offer':
      return words.text('order-document.terms.offer', { days: OFFER_DAYS })
    case 'advance':
      return words.text(due > 0 ? 'order-document.terms.advance' : 'order-document.terms.confirmation')
    case 'invoice':
      return due > 0
        ? words.text('order-document.terms.invoice', { days: paymentDays })
        : words.text('order-document.terms.invoice.paid')
    case 'confirmation':
      return words.text(due > 0 ? 'order-document.terms.confirmation.due' : 'order-document.terms.confirmation')
  }
}

function drawBill(pdf: Pdf, paper: OrderPaper, words: PaperWords, below: number): void {
  const bill = toBill({
    orderKey: paper.key,
    amount: paper.due,
    currency: paper.currency.toUpperCase() === 'EUR' ? 'EUR' : 'CHF',
    creditor: paper.creditor,
    debtor: paper.customer,
    message: `${words.text('order-document.order')} ${paper.key}`,
  })
  const top = PAGE_HEIGHT - BILL_HEIGHT
  if (below > top - mm(6)) pdf.addPage()
  pdf.x = 0
  pdf.y = 0
  pdf.fillColor('#000000')
  // the QR-bill standard allows only a few fonts, and Latin letters
  pdf.font('Helvetica')
  tagged(pdf, 'P', () => {
    new SwissQRBill(bill, { language: billLanguages[paper.language], separate: true }).attachTo(pdf, 0, top)
  })
  pdf.undash()
}

/** Drawn on top of everything, on pages without a payment part. */
function drawPageNumbers(pdf: Pdf, words: PaperWords): void {
  const { count } = pdf.bufferedPageRange()
  if (count < 2) return
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(page)
    const text = words.text('order-document.page', { page: page + 1, pages: count })
    write(pdf, text, { x: LEFT, y: mm(8), width: WIDTH, size: 8, align: 'right', grey: true, as: 'none' })
  }
}
