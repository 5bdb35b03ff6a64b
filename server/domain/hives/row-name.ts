const plain = /^[!-~]+( [!-~]+)*$/

/** The name that a cell holds; names that look the same are the same. A name has no line breaks. */
export const rowName = (cell: string): string =>
  plain.test(cell) ? cell : cell.normalize('NFC').replace(/\s+/gu, ' ').trim()
