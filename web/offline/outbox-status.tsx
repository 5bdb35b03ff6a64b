import { lazy, Suspense } from 'react'
import { loadTexts } from '../i18n/locale-state.ts'
import { useOutbox } from './outbox.ts'

/** Few visits have something that waits: it is loaded with its texts when there is. */
const OutboxBar = lazy(async () => {
  const [{ OutboxBar }] = await Promise.all([import('./outbox-bar.tsx'), loadTexts('screens')])
  return { default: OutboxBar }
})

/** Says how many changes wait, and which the server refused later on, with the way to the list of them. */
export function OutboxStatus() {
  const outbox = useOutbox()
  if (outbox.waiting.length + outbox.refused.length === 0) return null
  return (
    <Suspense>
      <OutboxBar {...outbox} />
    </Suspense>
  )
}
