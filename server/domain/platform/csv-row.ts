export const separators = [';', '\t', ',', '|'] as const
export type Separator = (typeof separators)[number]

/** What a first line such as `sep=;` says, which spreadsheets write and read; undefined for any other line. */
export const separatorSaidIn = (line: string): Separator | undefined =>
  /^\ufeff?sep=([;\t,|])$/i.exec(line)?.[1] as Separator | undefined

/** The cells of one line, without spaces around them. Quotes may hold the separator, and a doubled quote stands for one. */
export function splitCsvRow(line: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (let i = 0; i < line.length; i++) {
    const character = line[i]!
    if (quoted) {
      if (character !== '"') cell += character
      else if (line[i + 1] === '"') cell += line[++i]
      else quoted = false
    } else if (character === '"' && cell.trim() === '') {
      quoted = true
      cell = ''
    } else if (character === separator) {
      cells.push(cell.trim())
      cell = ''
    } else cell += character
  }
  cells.push(cell.trim())
  return cells
}

/** What spreadsheets take for the beginning of a formula, in the wide letters of East Asia too. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** Words for a cell of a table that a spreadsheet opens: never a formula. */
export const harmlessCell = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)
