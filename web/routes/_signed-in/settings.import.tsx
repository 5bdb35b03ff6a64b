import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { lazyScreen } from '../-lazy-screen.ts'

const Search = v.object({ import: v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))), undefined) })

export const Route = createFileRoute('/_signed-in/settings/import')({
  validateSearch: Search,
  component: lazyScreen(() => import('../-pieces/settings.ts'), 'ImportPage'),
  staticData: { title: 'settings-screen.tab.import' },
})
