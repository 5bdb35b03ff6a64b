import type { Import, ImportSummary } from '#domain/hives/import.ts'
import { useIntl } from '../../../i18n/intl.tsx'
import { columnsOf } from './column-choice.ts'

/** How the names of rows are written. */
export function useRowNames() {
  const intl = useIntl()
  /** Isolated, so that Hebrew or Arabic names do not reorder the words around them. */
  const name = (name: string) => (name ? `\u2068${name}\u2069` : intl.formatMessage({ id: 'import.names.none' }))
  return {
    name,
    /** The file, and whose rows of it were read, which tells several imports of one file apart. */
    table: ({ name: file, rowNames = [] }: Pick<ImportSummary, 'name' | 'rowNames'>) =>
      rowNames.length === 0 ? file : `${file} (${intl.formatList(rowNames.map(name))})`,
  }
}

/** Returns how a column of an import is called. */
export function useColumnNames({ mapping, lines }: Pick<Import, 'mapping' | 'lines'>) {
  const intl = useIntl()
  const headings = mapping ? columnsOf(lines, mapping).map(({ name }) => name) : []
  return (at: number) => headings[at] || intl.formatMessage({ id: 'import.mapping.column' }, { number: at + 1 })
}
