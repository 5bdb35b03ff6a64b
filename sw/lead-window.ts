const PATIENCE_MS = 1500

type Window = Pick<WindowClient, 'postMessage'>

/**
 * Asks an open window to go to a page by itself: to load it anew would cost what somebody types there. Says whether it goes; one of
 * an older version, or one that hangs, says nothing.
 */
export function leadWindow(window: Window, path: string, title: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const end = (goes: boolean) => {
      clearTimeout(patience)
      port1.close()
      resolve(goes)
    }
    const patience = setTimeout(() => end(false), PATIENCE_MS)
    port1.onmessage = ({ data }) => end(data === true)
    window.postMessage({ type: 'open', path, title }, [port2])
  })
}
