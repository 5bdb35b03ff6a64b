/** A file that begins like a workbook and cannot be read as one, or unpacks to more than is read. */
export class UnreadableWorkbook extends Error {
  readonly reason: 'broken' | 'too large'
  constructor(reason: UnreadableWorkbook['reason'], cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}
