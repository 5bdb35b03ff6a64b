import { createFileRoute } from '@tanstack/react-router'
import { rowId, searchOf } from '../../../api/read-fields.ts'
import { lazyScreen } from '../../-lazy-screen.ts'

const readSearch = searchOf({ import: rowId })

export const Route = createFileRoute('/_signed-in/settings/import')({
  validateSearch: readSearch,
  component: lazyScreen(() => import('../../-pieces/settings.ts'), 'ImportPage'),
  staticData: { title: 'settings-screen.tab.import' },
})
