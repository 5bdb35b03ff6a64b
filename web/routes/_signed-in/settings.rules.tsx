import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { lazyScreen } from '../-lazy-screen.ts'

/** `rule`: the one that an alarm leads to. */
const Search = v.looseObject({ rule: v.fallback(v.optional(v.string()), undefined) })

export const Route = createFileRoute('/_signed-in/settings/rules')({
  validateSearch: Search,
  component: lazyScreen(() => import('../-pieces/settings.ts'), 'RulesPage'),
  staticData: { title: 'settings-screen.tab.rules' },
})
