import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { lazyScreen } from '../-lazy-screen.ts'

const lenientId = v.fallback(v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))), undefined)

/**
 * `at`: the transmitter, `hive`: the scale that a code on a hive names. `begin`: one tap led here, and begins the visit.
 * `codes`: the transmitter whose codes are to be printed.
 */
const Search = v.looseObject({
  at: lenientId,
  hive: lenientId,
  begin: v.fallback(v.optional(v.boolean()), undefined),
  codes: lenientId,
})

export const Route = createFileRoute('/_signed-in/visit/{-$visitId}')({
  validateSearch: Search,
  component: lazyScreen(() => import('../-pieces/hives.ts'), 'VisitPage'),
  staticData: { title: 'visit-screen.title' },
})
