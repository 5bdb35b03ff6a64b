/** How something is sent. With `signal` fired it ends at once, and may have been sent. */
export type SendOptions = {
  signal?: AbortSignal | undefined
  /** Awaited when everything is ready but what cannot be taken back: a request's body, the end of a mail. */
  lastStep?: (() => Promise<void>) | undefined
}

/** One row's last step, from when it is ready until its outcome is stored. */
export type LastStep = {
  /** Resolves when it is its turn; asked again, it is the same turn. Rejects where it ended meanwhile, or all did. */
  begin(): Promise<void>
  /** Whether it wanted its turn and did not get it: nothing was sent. */
  wasRefused(): boolean
  /** The other side has spoken, or is waited for no longer. What it said is to be stored before anybody else's turn. */
  answered(): void
  /** The outcome is stored, or cannot be: it is the next one's turn. */
  end(): void
}

export type LastSteps = {
  /** `onAside`: it says nothing, and is no longer waited for. */
  newStep(onAside: () => void): LastStep
  /** Nobody's turn comes any more; who is in doubt goes on. */
  close(): void
}

/** So little is not worth less. */
const SHORTEST_PATIENCE_MS = 5
/** Patience passes in so many pieces: however long this process stood still, that is one of them. */
const PIECES = 5

type Turn = {
  begin(): void
  refuse(): void
  state: 'before' | 'waiting' | 'inDoubt' | 'silent' | 'answered' | 'over'
}

/**
 * Between a last step and its outcome in the database nobody knows whether a send was taken, and a crash repeats it: one
 * at a time goes there. Who hears nothing for `patienceMs` steps aside for the next; each that is aside halves that, so that
 * many who are silent hold up the others for twice as long as one. On a machine that is too busy to listen nobody is silent. `mayGo`: whether
 * this process may still do what cannot be taken back.
 */
export function createLastSteps(patienceMs: number, mayGo: () => boolean = () => true): LastSteps {
  const line: Turn[] = []
  let isClosed = false
  let current: Turn | undefined
  let silent = 0
  let timer: NodeJS.Timeout | undefined

  function letNext(): void {
    clearTimeout(timer)
    current = line.shift()
    current?.begin()
  }

  function newStep(onAside: () => void): LastStep {
    let turn: Promise<void> | undefined
    let isRefused = false
    const own: Turn = { state: 'before', begin: () => undefined, refuse: () => undefined }

    const stepAside = () => {
      own.state = 'silent'
      silent++
      onAside()
      letNext()
    }

    // an answer that came while we stood still is read before silence is counted
    const waitOn = (pieceMs: number, pieces: number) => {
      if (pieces === 0) return stepAside()
      timer = setTimeout(waitOn, pieceMs, pieceMs, pieces - 1)
    }

    function wait(): Promise<void> {
      return new Promise<void>((resolve, reject) => {
        own.begin = () => {
          if (!mayGo()) {
            own.refuse()
            letNext()
            return
          }
          own.state = 'inDoubt'
          waitOn(Math.max(SHORTEST_PATIENCE_MS, patienceMs / 2 ** silent) / PIECES, PIECES)
          resolve()
        }
        own.refuse = () => {
          isRefused = true
          own.state = 'over'
          reject(new Error('it ended before its last step'))
        }
        if (isClosed || own.state === 'over') return own.refuse()
        own.state = 'waiting'
        line.push(own)
        if (!current) letNext()
      })
    }

    function answered(): void {
      if (own.state === 'silent') silent--
      else if (own === current) clearTimeout(timer)
      if (own.state === 'silent' || own.state === 'inDoubt') own.state = 'answered'
    }

    return {
      begin: () => (turn ??= wait()),
      wasRefused: () => isRefused,
      answered,
      end() {
        answered()
        if (own.state === 'waiting') {
          line.splice(line.indexOf(own), 1)
          own.refuse()
        }
        own.state = 'over'
        if (own === current) letNext()
      },
    }
  }

  return {
    newStep,
    close() {
      isClosed = true
      for (const waiting of line.splice(0)) waiting.refuse()
    },
  }
}

/** Where nothing waits for its turn. */
export const noLastStep: LastStep = {
  begin: async () => undefined,
  wasRefused: () => false,
  answered: () => undefined,
  end: () => undefined,
}
