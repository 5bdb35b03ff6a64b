/** More than people or scripts make at once; each one held back is looked at whenever another is done. */
const HELD_MAXIMUM = 50

/** Attempts by key, such as an address, of which it is not yet known whether they are right. */
export type Attempts = {
  /**
   * Makes an attempt. While it would be refused and others are being checked, it is held back: these may turn out to be right, after which it is not refused.
   * `attempt` has to count itself before it awaits anything.
   */
  make<T>(key: string, isRefused: () => boolean, attempt: () => Promise<T>): Promise<T>
}

type UnderWay = { checked: Set<Promise<void>>; held: number }

export function createAttempts(): Attempts {
  const byKey = new Map<string, UnderWay>()
  const forgetIfOver = (key: string, { checked, held }: UnderWay) => {
    if (checked.size === 0 && held === 0) byKey.delete(key)
  }
  return {
    async make(key, isRefused, attempt) {
      const others = byKey.get(key)
      if (others && others.held < HELD_MAXIMUM) {
        others.held++
        while (others.checked.size > 0 && isRefused()) await Promise.race(others.checked)
        others.held--
        forgetIfOver(key, others)
      }
      // one that is refused gives nobody a reason to wait
      if (isRefused()) return attempt()
      const made = attempt()
      const underWay = byKey.get(key) ?? { checked: new Set(), held: 0 }
      byKey.set(key, underWay)
      const over = () => {
        underWay.checked.delete(known)
        forgetIfOver(key, underWay)
      }
      const known = made.then(over, over)
      underWay.checked.add(known)
      return made
    },
  }
}
