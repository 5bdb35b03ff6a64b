import { DAY_SECONDS } from '#domain/platform/durations.ts'

/** Numbers of the cell formats in `sheetStyles`. */
export const sheetFormat = { plain: 0, heading: 1, time: 2, date: 3 } as const

const EPOCH_AS_SERIAL = 25_569

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text for XML; what XML cannot hold is left out. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/(?![\t\n\r])\p{Cc}(?<![\u0080-\u009f])|[\ufffe\uffff]/gu, '')
    .replaceAll(/[&<>"]/g, (character) => escapes[character]!)

/** A cell with words; it can be no formula. */
export const textCell = (text: string, format: number = sheetFormat.plain): string =>
  `<c t="inlineStr"${format ? ` s="${format}"` : ''}><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`

export const numberCell = (value: number, format: number = sheetFormat.plain): string =>
  `<c${format ? ` s="${format}"` : ''}><v>${value}</v></c>`

/** A time as spreadsheets count it, in days of what the clock on the wall showed; `localSeconds` as if that were UTC. */
export const timeCell = (localSeconds: number, format: number): string =>
  numberCell(Math.round((localSeconds / DAY_SECONDS + EPOCH_AS_SERIAL) * 1e8) / 1e8, format)

export const emptyCell = '<c/>'
export const rowText = (cells: string[]): string => `<row>${cells.join('')}</row>`
