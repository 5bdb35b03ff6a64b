import type { KeptPush } from '#domain/alerts/push-message.ts'
import type { ClocksCompared } from '#domain/platform/device-clock.ts'
import type { DeviceAccount, PageMessage, VisibleKind, WorkerReply } from '#domain/platform/worker-message.ts'
import type { Outbox } from './outbox.ts'
import type { SignOuts } from './sign-outs.ts'

export type MessageDeps = {
  setDevice: (account: DeviceAccount) => Promise<void>
  closeOver: () => Promise<void>
  pushes: () => Promise<KeptPush[]>
  keepVisible: (of: VisibleKind, ids: readonly number[]) => Promise<void>
  keepCompared: (compared: ClocksCompared) => Promise<void>
  wipe: (keepOutbox: boolean) => Promise<{ incomplete: boolean }>
  skipWaiting: () => Promise<void>
  keepLoaded: (urls: readonly string[]) => Promise<void>
  outbox: Outbox
  signOuts: SignOuts
}

/** Does what a page asks for and answers on its port, even if it fails. */
export async function answerMessage(
  message: PageMessage,
  port: Pick<MessagePort, 'postMessage'> | undefined,
  deps: MessageDeps,
): Promise<void> {
  const reply: WorkerReply = await handle(message, deps).then(
    (value) => ({ ok: true, value }),
    (error: unknown) => ({ ok: false, message: String(error) }),
  )
  port?.postMessage(reply)
}

async function handle(
  message: PageMessage,
  {
    setDevice,
    closeOver,
    pushes,
    keepVisible,
    keepCompared,
    wipe,
    skipWaiting,
    keepLoaded,
    outbox,
    signOuts,
  }: MessageDeps,
) {
  switch (message.type) {
    case 'account':
      await setDevice(message.account)
      // the page need not wait for this
      void closeOver().catch(() => undefined)
      return outbox.tellPages()
    case 'wipe':
      return wipe(message.keepOutbox).finally(outbox.tellPages)
    case 'sends-receipts':
      return true
    case 'skip-waiting':
      return skipWaiting()
    case 'assets':
      return keepLoaded(message.urls)
    case 'queue':
      return outbox.queue(message.change, message.locale, message.noted)
    case 'sign-out':
      return signOuts.keep(message.tokens)
    case 'outbox':
      return outbox.entries()
    case 'flush':
      await signOuts.flush()
      await outbox.flush()
      return
    case 'pushes':
      return pushes()
    case 'visible':
      return keepVisible(message.of, message.ids)
    case 'clocks':
      return keepCompared(message.compared)
    case 'dismiss':
      return outbox.dismiss(message.id)
    case 'retry':
      return outbox.retry(message.id)
  }
}
