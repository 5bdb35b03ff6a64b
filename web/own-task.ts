const { port1, port2 } = new MessageChannel()
const waiting: (() => void)[] = []

// each message is a task, even where a hidden page is allowed few timers
port1.onmessage = () => waiting.shift()?.()

/** Resolves in a task of its own, first come, first served: a page that does everything at once does not respond to input in the meantime. */
export const ownTask = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
    port2.postMessage(null)
  })
