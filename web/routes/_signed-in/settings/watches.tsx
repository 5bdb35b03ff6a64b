import { createFileRoute } from '@tanstack/react-router'
import { searchOf, text } from '../../../api/read-fields.ts'
import { lazyScreen } from '../../-lazy-screen.ts'

/** `code`: from the link of an owner. */
const readSearch = searchOf({ code: text })

export const Route = createFileRoute('/_signed-in/settings/watches')({
  validateSearch: readSearch,
  component: lazyScreen(() => import('../../-pieces/settings.ts'), 'WatchesPage'),
  staticData: { title: 'settings-screen.tab.watches' },
})
