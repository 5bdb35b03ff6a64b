import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import type { ImportProblem } from '#domain/hives/import.ts'
import { separatorSaidIn } from '#domain/platform/csv-row.ts'
import { isMissing } from '../../platform/runtime/unless-missing.ts'
import { createBlockReader } from './table-blocks.ts'

/** Small pieces, so that other requests are answered in between. */
const PIECE_BYTES = 16 * 1024
const ROW_MAXIMUM_CHARACTERS = 100_000
/** Including empty cells, which the parser does not count. */
const ROW_MAXIMUM_BYTES = 512 * 1024

export type CsvRow = { cells: string[]; line: number; bytesDone: number }

/** A file that cannot be read to its end. */
export class UnreadableFile extends Error {
  readonly problem: ImportProblem
  constructor(problem: ImportProblem, cause?: unknown) {
    super(problem, { cause })
    this.problem = problem
  }
}

/** Yields the rows of a text table. Lines count from 1; empty lines, one that declares the separator, and what stands above further tables are skipped. Throws `UnreadableFile`. */
export async function* readRows(
  file: string,
  { encoding, separator }: { encoding: string; separator: string },
): AsyncGenerator<CsvRow> {
  let bytesDone = 0
  let rowsEnded = 0
  let rowBegunAt = 0
  async function* decoded() {
    const decoder = new TextDecoder(encoding)
    for await (const piece of createReadStream(file, { highWaterMark: PIECE_BYTES })) {
      bytesDone += (piece as Buffer).byteLength
      requireEnd()
      yield decoder.decode(piece as Buffer, { stream: true })
    }
    yield decoder.decode()
  }
  const parser = parse({
    delimiter: separator,
    // otherwise the end of the first line would count alone
    record_delimiter: ['\r\n', '\n', '\r'],
    info: true,
    trim: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: ROW_MAXIMUM_CHARACTERS,
  })
  function requireEnd() {
    const { records, empty_lines } = parser.info
    if (records + empty_lines > rowsEnded) rowBegunAt = bytesDone
    else if (bytesDone - rowBegunAt > ROW_MAXIMUM_BYTES) throw new UnreadableFile('row_too_long')
    rowsEnded = records + empty_lines
  }
  // the parser takes a line that ends in a quoted cell with CR and LF for two
  let countedTwice = 0
  const inColumns = createBlockReader()
  const source = Readable.from(decoded())
  source.on('error', (error) => parser.destroy(error))
  try {
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<{
      record: string[]
      info: { lines: number }
    }>) {
      if (info.lines === 1 && separatorSaidIn(record.join(separator))) continue
      for (const cell of record) if (cell.includes('\r\n')) countedTwice += cell.split('\r\n').length - 1
      const cells = inColumns(record)
      if (cells) yield { cells, line: info.lines - countedTwice, bytesDone }
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    const problem = problemOf(error)
    throw problem ? new UnreadableFile(problem, error) : error
  } finally {
    source.destroy()
  }
}

/** Undefined if the file is not at fault. */
function problemOf(error: unknown): ImportProblem | undefined {
  if (isMissing(error)) return 'file_gone'
  if (!(error instanceof CsvError)) return undefined
  return error.code === 'CSV_MAX_RECORD_SIZE' ? 'row_too_long' : 'quote_open'
}
