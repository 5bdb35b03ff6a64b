const PATIENCE_MS = 1500

type Window = Pick<WindowClient, 'postMessage'>

/**
 * Asks an open window to go to a page itself, because reloading it would lose what somebody is typing there. Resolves to whether it does;
 * false for windows of an older version or ones that hang, which do not answer.
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
