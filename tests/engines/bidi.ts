export type BidiCall = (method: string, params: object) => Promise<unknown>

type Reply = { id?: number; result?: unknown; error?: string; message?: string }

/** A connection to a browser that speaks WebDriver BiDi. */
export async function connectBidi(url: string): Promise<{ call: BidiCall; close: () => void }> {
  const socket = new WebSocket(url)
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () => resolve()
    socket.onerror = () => reject(new Error(`no connection to ${url}`))
  })
  const open = new Map<number, (reply: Reply) => void>()
  socket.onmessage = ({ data }) => {
    const reply = JSON.parse(data) as Reply
    const answer = reply.id === undefined ? undefined : open.get(reply.id)
    if (reply.id !== undefined) open.delete(reply.id)
    answer?.(reply)
  }
  socket.onclose = () => {
    for (const answer of open.values()) answer({ error: 'closed', message: 'the browser has gone' })
  }
  let calls = 0
  return {
    call: (method, params) =>
      new Promise((resolve, reject) => {
        const id = ++calls
        open.set(id, ({ result, error, message }) =>
          error === undefined ? resolve(result) : reject(new Error(`${method}: ${error}: ${message}`)),
        )
        socket.send(JSON.stringify({ id, method, params }))
      }),
    close: () => socket.close(),
  }
}
