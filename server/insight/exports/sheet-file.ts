import { Zip, type ZipInputFile } from 'fflate'
import { AppError } from '../../platform/http/app-error.ts'
import { type PackedText, packText } from './packed-text.ts'
import type { ExportReading } from './read-export.ts'
import { rowText, sheetFormat, textCell } from './sheet-text.ts'
import {
  contentTypes,
  packageRelations,
  sheetBegin,
  sheetEnd,
  sheetStyles,
  workbook,
  workbookRelations,
} from './workbook-text.ts'

/** The maximum a spreadsheet can hold. */
const ROWS_MAXIMUM = 1_048_576
/** Offsets in a package are 32-bit numbers; a megabyte is left for its directory. */
const BYTES_MAXIMUM = 2 ** 32 - 2 ** 20
const NAME_MAXIMUM = 31
const DEFLATED = 8
/** Excel reports a workbook as damaged if a sheet uses a name it reserves. */
const RESERVED_NAMES = ['history']

/**
 * Writes a workbook with a sheet for each scale, or several if its rows do not fit in one. Rows arrive packed from the reader thread: packing
 * them here would keep transmitters waiting. The list of sheets comes last, which a package allows. Throws 400 `export_too_large` at 4 GiB.
 */
export async function* sheetFile(
  reading: ExportReading,
  nowMs: number,
  maximum = { rows: ROWS_MAXIMUM, bytes: BYTES_MAXIMUM },
): AsyncGenerator<Uint8Array> {
  const output = createPackage(nowMs)
  const heading = rowText(reading.headings.map((text) => textCell(text, sheetFormat.heading)))
  const names: string[] = []

  function beginSheet(wanted: string) {
    names.push(sheetName(wanted, names))
    const file = output.begin(`xl/worksheets/sheet${names.length}.xml`)
    file.add(packText(sheetBegin + heading, 0))
    return { file, room: maximum.rows - 1 }
  }

  for (const { name, parts } of reading.series) {
    let sheet = beginSheet(name)
    for (const reader of parts) {
      for (let skip = 0, left = 1; left > 0; ) {
        const part = await reader.sheet({ crc: sheet.file.crc(), skip, room: sheet.room })
        sheet.file.add(part)
        if (output.size() > maximum.bytes) throw new AppError(400, 'export_too_large')
        sheet.room -= part.rows
        skip += part.rows
        left = part.left
        if (left > 0) {
          sheet.file.end(sheetEnd)
          sheet = beginSheet(name)
        }
        yield* output.taken()
      }
    }
    sheet.file.end(sheetEnd)
  }
  output.begin('xl/styles.xml').end(sheetStyles)
  output.begin('xl/workbook.xml').end(workbook(names))
  output.begin('xl/_rels/workbook.xml.rels').end(workbookRelations(names.length))
  output.begin('_rels/.rels').end(packageRelations)
  output.begin('[Content_Types].xml').end(contentTypes(names.length))
  output.end()
  yield* output.taken()
}

/** A zip package, each of whose files is finished before the next begins; `taken` returns the bytes since the last call. */
function createPackage(nowMs: number) {
  let ready: Uint8Array[] = []
  let size = 0
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(bytes)
    size += bytes.length
  })
  return {
    begin(filename: string) {
      const file: ZipInputFile = { filename, mtime: nowMs, compression: DEFLATED, size: 0, crc: 0 }
      zip.add(file)
      const add = ({ bytes, size, crc }: PackedText, isLast = false) => {
        file.size += size
        file.crc = crc
        file.ondata!(null, bytes, isLast)
      }
      return {
        crc: () => file.crc,
        add: (piece: PackedText) => add(piece),
        end: (text: string) => add(packText(text, file.crc, true), true),
      }
    },
    end: () => zip.end(),
    size: () => size,
    taken() {
      const bytes = ready
      ready = []
      return bytes
    },
  }
}

/** A valid sheet name that no other sheet has. */
export function sheetName(wanted: string, taken: readonly string[]): string {
  const plain =
    wanted
      .replaceAll(/[[\]:*?/\\]/g, ' ')
      .replace(/^'+/, '')
      .replace(/(?<!')'+$/, '')
      .trim() || 'Hive'
  const isTaken = (name: string) =>
    [...RESERVED_NAMES, ...taken].some((other) => other.toLowerCase() === name.toLowerCase())
  const first = cut(plain, NAME_MAXIMUM)
  for (let count = 2, name = first; ; count++) {
    if (!isTaken(name)) return name
    const suffix = ` (${count})`
    name = cut(plain, NAME_MAXIMUM - suffix.length) + suffix
  }
}

/** Cuts to a length counted in UTF-16 units, as spreadsheets do, without splitting a character or leaving an apostrophe at the end, which is not allowed. */
const cut = (text: string, length: number): string =>
  text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/(?<!')'+$/, '')
