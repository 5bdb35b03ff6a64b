import { DAY_SECONDS } from '#domain/platform/durations.ts'

/** Indexes of the cell formats in `sheetStyles`. */
export const sheetFormat = { plain: 0, heading: 1, time: 2, date: 3 } as const

const EPOCH_AS_SERIAL = 25_569

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text escaped for XML; characters XML cannot hold are left out. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/(?![\t\n\r])\p{Cc}(?<![\u0080-\u009f])|[\ufffe\uffff]/gu, '')
    .replaceAll(/[&<>"]/g, (character) => escapes[character]!)

/** A text cell, never interpreted as a formula. */
export const textCell = (text: string, format: number = sheetFormat.plain): string =>
  `<c t="inlineStr"${format ? ` s="${format}"` : ''}><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`

export const numberCell = (value: number, format: number = sheetFormat.plain): string =>
  `<c${format ? ` s="${format}"` : ''}><v>${value}</v></c>`

/** A time as spreadsheets count it, in days of local time; `localSeconds` are the local clock's seconds, as if that were UTC. */
export const timeCell = (localSeconds: number, format: number): string =>
  numberCell(Math.round((localSeconds / DAY_SECONDS + EPOCH_AS_SERIAL) * 1e8) / 1e8, format)

export const emptyCell = '<c/>'
export const rowText = (cells: string[]): string => `<row>${cells.join('')}</row>`
