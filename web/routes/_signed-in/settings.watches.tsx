import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { lazyScreen } from '../-lazy-screen.ts'

/** `code`: from the link of an owner. */
const Search = v.object({ code: v.optional(v.fallback(v.optional(v.string()), undefined)) })

export const Route = createFileRoute('/_signed-in/settings/watches')({
  validateSearch: Search,
  component: lazyScreen(() => import('../-pieces/settings.ts'), 'WatchesPage'),
  staticData: { title: 'settings-screen.tab.watches' },
})
