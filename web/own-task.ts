const { port1, port2 } = new MessageChannel()
const waiting: (() => void)[] = []

// each message is a task, also where a page out of sight is allowed few timers
port1.onmessage = () => waiting.shift()?.()

/** Resolves in a task of its own, the first first: what a page does at once keeps it from hearing anybody. */
export const ownTask = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve)
    port2.postMessage(null)
  })
