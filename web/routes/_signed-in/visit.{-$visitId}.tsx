import { createFileRoute } from '@tanstack/react-router'
import { flag, openSearchOf, rowId } from '../../api/read-fields.ts'
import { lazyScreen } from '../-lazy-screen.ts'

/**
 * `at`: the transmitter and `hive`: the scale, both named by the code on a hive. `begin`: a single tap led here and begins the visit. `codes`: the transmitter
 * whose codes are to be printed.
 */
const readSearch = openSearchOf({ at: rowId, hive: rowId, begin: flag, codes: rowId })

export const Route = createFileRoute('/_signed-in/visit/{-$visitId}')({
  validateSearch: readSearch,
  component: lazyScreen(() => import('../-pieces/hives.ts'), 'VisitPage'),
  staticData: { title: 'visit-screen.title' },
})
