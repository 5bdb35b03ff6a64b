import { lazy, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { loadTexts } from '../i18n/locale-state.ts'
import { useOutbox } from './outbox.ts'
import { withoutReload } from './reload-once.ts'
import { workerState } from './service-worker.ts'

/** With their texts, when there is something to tell. */
type Bars = Pick<typeof import('./few-visits.ts'), 'OutboxBar' | 'UpdateBar'>

async function loadBars(): Promise<Bars> {
  try {
    return await withoutReload(async () => {
      const [bars] = await Promise.all([import('./few-visits.ts'), loadTexts('screens')])
      return bars
    })
  } catch {
    // the screen below goes on without
    return { OutboxBar: () => <></>, UpdateBar: () => <></> }
  }
}
const OutboxBar = lazy(async () => ({ default: (await loadBars()).OutboxBar }))
const UpdateBar = lazy(async () => ({ default: (await loadBars()).UpdateBar }))

/** That a new version of the app is there, and what waits on this device or was refused, unless the screen lists it. */
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
