import type { Import } from '#domain/hives/import.ts'
import { useIntl } from '../../../i18n/intl.tsx'
import { columnsOf } from './column-choice.ts'

/** How the columns of an import and the names in them are called. */
export function useRowWords({ mapping, lines }: Pick<Import, 'mapping' | 'lines'>) {
  const intl = useIntl()
  const headings = mapping ? columnsOf(lines, mapping).map(({ name }) => name) : []
  return {
    column: (at: number) => headings[at] || intl.formatMessage({ id: 'import.mapping.column' }, { number: at + 1 }),
    /** Isolated, so that Hebrew or Arabic names do not reorder the words around them. */
    name: (name: string) => (name ? `\u2068${name}\u2069` : intl.formatMessage({ id: 'import.names.none' })),
  }
}
