import * as v from 'valibot'
import { separators, splitCsvRow } from '../platform/csv-row.ts'
import { CONTROLLERS_AT_ONCE } from './administered-controller.ts'
import { ProvisionBody } from './controller.ts'

const columns = ['imei', 'imsi', 'name', 'msisdn'] as const
type Column = (typeof columns)[number]

/** What is wrong with a line: one of its fields, or an IMEI that already occurs in `firstLine`. */
export type LineFault = { line: number; fault: Column | 'duplicate' | 'tooMany'; firstLine?: number }
export type TableRow = { line: number; body: v.InferOutput<typeof ProvisionBody> }

/**
 * Reads a table of transmitters as people paste it: `imei, imsi, name, msisdn`, the last two optional, in this order or in that of a
 * header; separated by `,`, `;`, tab or `|`. Lines count from 1; empty ones are skipped. Reports every fault.
 */
export function readControllerBatch(text: string): { rows: TableRow[]; faults: LineFault[] } {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .map((content, index) => ({ line: index + 1, content }))
    .filter(({ content }) => content.trim() !== '')
  const first = lines[0]
  if (!first) return { rows: [], faults: [] }
  const separator = separators.find((one) => first.content.includes(one)) ?? ','
  const header = headerOf(splitCsvRow(first.content, separator))
  const order = header ?? columns
  const firstLines = new Map<string, number>()
  const rows: TableRow[] = []
  const faults: LineFault[] = []
  for (const { line, content } of header ? lines.slice(1) : lines) {
    const cells = splitCsvRow(content, separator)
    const filled = order.flatMap((column, index) => (column && cells[index] ? [[column, cells[index]]] : []))
    const parsed = v.safeParse(ProvisionBody, Object.fromEntries(filled))
    if (!parsed.success) {
      const wrong = [...new Set(parsed.issues.map((issue) => issue.path?.[0].key as Column))]
      faults.push(...wrong.map((fault) => ({ line, fault })))
      continue
    }
    const firstLine = firstLines.get(parsed.output.imei)
    if (firstLine !== undefined) faults.push({ line, fault: 'duplicate', firstLine })
    else firstLines.set(parsed.output.imei, line)
    rows.push({ line, body: parsed.output })
  }
  if (rows.length > CONTROLLERS_AT_ONCE) faults.push({ line: rows[CONTROLLERS_AT_ONCE]!.line, fault: 'tooMany' })
  return { rows, faults }
}

/** Returns the columns of a header by position (undefined for an unknown name); undefined if the first line is not a header. */
function headerOf(cells: readonly string[]): (Column | undefined)[] | undefined {
  const names = cells.map((cell) => columns.find((column) => column === cell.toLowerCase()))
  return names.includes('imei') ? names : undefined
}
