/** How something is sent. If `signal` fires, sending ends at once; it may have succeeded. */
export type SendOptions = {
  signal?: AbortSignal | undefined
  /** Awaited when everything is ready except the irrevocable part: a request's body, the end of a mail. */
  lastStep?: (() => Promise<void>) | undefined
}

/** One row's last step, from when it is ready until its outcome is stored. */
export type LastStep = {
  /** Resolves when its turn comes; calling it again returns the same turn. Rejects if the step or the whole line has been closed meanwhile. */
  begin(): Promise<void>
  /** Whether it asked for its turn and did not get it: then nothing was sent. */
  wasRefused(): boolean
  /** The other side has answered, or is no longer waited for. The outcome is to be stored before anybody else's turn. */
  answered(): void
  /** The outcome is stored, or cannot be: the next one's turn begins. */
  end(): void
}

export type LastSteps = {
  /** `onAside`: called when there is no answer and the step is no longer waited for. */
  newStep(onAside: () => void): LastStep
  /** Refuses all further turns; those in doubt continue. */
  close(): void
}

/** The patience is never shorter than this. */
const SHORTEST_PATIENCE_MS = 5
/** The patience is divided into this many timers: if the process stalls, for however long, only one of them is used up. */
const PIECES = 5

type Turn = {
  begin(): void
  refuse(): void
  state: 'before' | 'waiting' | 'inDoubt' | 'silent' | 'answered' | 'over'
}

/**
 * Between a last step and storing its outcome, nobody knows whether something was sent, and a crash would repeat it; so
 * only one at a time is in this state. One without an answer for `patienceMs` steps aside for the next; each one standing aside halves the
 * patience, so that many silent ones hold up the others only twice as long as one. If the machine is too busy to read answers, nobody counts as
 * silent. `mayGo`: whether this process may still do irrevocable things.
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

    // an answer that arrived while the process stalled is read before counting it as silence
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

/** For work that does not wait for turns. */
export const noLastStep: LastStep = {
  begin: async () => undefined,
  wasRefused: () => false,
  answered: () => undefined,
  end: () => undefined,
}
