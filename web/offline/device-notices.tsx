import { lazy, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { loadTexts } from '../i18n/locale-state.ts'
import { useOutbox } from './outbox.ts'
import { withoutReload } from './reload-once.ts'
import { workerState } from './service-worker.ts'

/** The bars and their texts, loaded when there is something to show. */
type Bars = Pick<typeof import('./few-visits.ts'), 'OutboxBar' | 'UpdateBar'>

async function loadBars(): Promise<Bars> {
  try {
    return await withoutReload(async () => {
      const [bars] = await Promise.all([import('./few-visits.ts'), loadTexts('screens')])
      return bars
    })
  } catch {
    // the screen below works without them
    return { OutboxBar: () => <></>, UpdateBar: () => <></> }
  }
}
const OutboxBar = lazy(async () => ({ default: (await loadBars()).OutboxBar }))
const UpdateBar = lazy(async () => ({ default: (await loadBars()).UpdateBar }))

/** Says that a new version of the app is available, and which changes are waiting on this device or were refused, unless the screen itself lists them. */
export function DeviceNotices({ listed }: { listed: boolean }) {
  const { updateReady } = useSnapshot(workerState)
  const outbox = useOutbox()
  return (
    <Suspense>
      {updateReady && <UpdateBar />}
      {!listed && outbox.waiting.length + outbox.refused.length > 0 && <OutboxBar {...outbox} />}
    </Suspense>
  )
}
