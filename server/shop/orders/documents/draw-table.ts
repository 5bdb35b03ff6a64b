import type { OrderPaper } from './order-paper.ts'
import { heightOf, LEFT, mm, type Pdf, placeFor, rule, within, write } from './paper-page.ts'
import type { PaperWords } from './paper-words.ts'

const columns = {
  item: { x: LEFT, width: mm(82) },
  count: { x: LEFT + mm(84), width: mm(13), align: 'right' as const },
  vat: { x: LEFT + mm(99), width: mm(16), align: 'right' as const },
  price: { x: LEFT + mm(117), width: mm(24), align: 'right' as const },
  amount: { x: LEFT + mm(143), width: mm(27), align: 'right' as const },
}
const LABEL = { x: LEFT + mm(40), width: mm(101), align: 'right' as const }
const ROW = mm(6)

/** Draws what was ordered, the total, the VAT in it, and what was paid; returns the y below. */
export function drawTable(pdf: Pdf, paper: OrderPaper, words: PaperWords, top: number): number {
  const y = within(pdf, 'Table', () => drawLines(pdf, paper, words, top))
  rule(pdf, y)
  const height = ROW * (4 + paper.additions.length + paper.vat.length + paper.payments.length)
  const sums = placeFor(pdf, y + mm(1.5), height)
  return within(pdf, 'Table', () => drawSums(pdf, paper, words, sums))
}

function drawLines(pdf: Pdf, paper: OrderPaper, words: PaperWords, top: number): number {
  let y = within(pdf, 'TR', () => drawHead(pdf, paper, words, top, 'TH'))
  for (const { label, count, vatRate, unitPrice, amount } of paper.lines) {
    y = placeFor(pdf, y, heightOf(pdf, label, columns.item), (newTop) => drawHead(pdf, paper, words, newTop, 'none'))
    const cells = [
      { text: count === null ? '' : words.number(count), ...columns.count },
      { text: vatRate === null ? '' : words.percent(vatRate), ...columns.vat },
      { text: unitPrice === null ? '' : words.amount(unitPrice), ...columns.price },
      { text: amount === null ? '' : words.amount(amount), ...columns.amount },
    ]
    y = within(pdf, 'TR', () => {
      const below = write(pdf, label, { ...columns.item, y, as: 'TD' })
      for (const { text, ...cell } of cells) write(pdf, text, { ...cell, y, as: 'TD' })
      return below + mm(1)
    })
  }
  return y
}

/** `as`: screen readers read it once, not on each page. */
function drawHead(pdf: Pdf, paper: OrderPaper, words: PaperWords, y: number, as: 'TH' | 'none'): number {
  const small = { y, size: 8, grey: true, as }
  write(pdf, words.text('order-document.item'), { ...columns.item, ...small })
  write(pdf, words.text('order-document.count'), { ...columns.count, ...small })
  write(pdf, words.text('order-document.vat'), { ...columns.vat, ...small })
  write(pdf, words.text('order-document.price'), { ...columns.price, ...small })
  const below = write(pdf, `${words.text('order-document.amount')} ${paper.currency.toUpperCase()}`, {
    ...columns.amount,
    ...small,
  })
  rule(pdf, below + mm(0.5))
  return below + mm(2)
}

function drawSums(pdf: Pdf, paper: OrderPaper, words: PaperWords, top: number): number {
  let y = top
  const sum = (label: string, amount: string, style: { bold?: boolean; grey?: boolean; size?: number } = {}) => {
    y = within(pdf, 'TR', () => {
      const below = write(pdf, label, { ...LABEL, y, ...style, as: 'TH' })
      write(pdf, amount, { ...columns.amount, y, ...style, as: 'TD' })
      return below + mm(0.7)
    })
  }
  for (const { label, amount } of paper.additions) sum(label, words.amount(amount))
  if (paper.discount !== 0) sum(words.text('order-document.discount'), words.amount(-paper.discount))
  sum(words.text('order-document.total'), words.amount(paper.total), { bold: true, size: 11 })
  for (const { rate, net, amount } of paper.vat) {
    const values = { rate: words.percent(rate), net: words.amount(net) }
    sum(words.text('order-document.vat.included', values), words.amount(amount), { grey: true })
  }
  for (const { receivedAt, amount, method } of paper.payments) {
    const values = { date: words.date(receivedAt), method: words.method(method) }
    const label = amount < 0 ? 'order-document.paid.back' : 'order-document.paid'
    sum(words.text(label, values), words.amount(-amount))
  }
  if (paper.payments.length > 0) sum(words.text('order-document.due'), words.amount(paper.due), { bold: true })
  rule(pdf, y, LEFT + mm(98))
  return y + mm(4)
}
