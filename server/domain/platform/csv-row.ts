export const separators = [';', '\t', ',', '|'] as const
export type Separator = (typeof separators)[number]

/** The separator named by a first line such as `sep=;`, which spreadsheets write and read; undefined for any other line. */
export const separatorSaidIn = (line: string): Separator | undefined =>
  /^\ufeff?sep=([;\t,|])$/i.exec(line)?.[1] as Separator | undefined

const plain = /^[!-~]+( [!-~]+)*$/

/** The name that a cell holds; names that look the same are the same. A name has no line breaks. */
export const rowName = (cell: string): string =>
  plain.test(cell) ? cell : cell.normalize('NFC').replace(/\s+/gu, ' ').trim()

/** Splits one line into cells, trimmed. Quoted cells may contain the separator, and a doubled quote stands for one quote. */
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

/**
 * Where spreadsheets take text for a formula, including its full-width forms: at its beginning, and after what separates cells for people
 * whose computer is set to another language than the file.
 */
const FORMULA = /^(?=[=+\-@\t\r\n＝＋－＠])|[;,](?=[=+\-@＝＋－＠]\S)/g

/** Makes text safe for a cell that a spreadsheet opens: it is never a formula. */
export const harmlessCell = (text: string): string => text.replace(FORMULA, "$&'")
