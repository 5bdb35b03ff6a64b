import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { lazyScreen } from '../-lazy-screen.ts'

const Search = v.object({ kind: v.fallback(v.optional(v.pipe(v.string(), v.maxLength(30))), undefined) })

export const Route = createFileRoute('/_signed-in/settings/connect/$controllerId')({
  validateSearch: Search,
  component: lazyScreen(() => import('../-pieces/settings.ts'), 'ConnectPage'),
  staticData: { title: 'connect.title' },
})
