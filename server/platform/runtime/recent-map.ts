/**
 * A map of what was used lately: at most `2 * half` entries, and at least the `half` that were used last. One look-up more for what
 * was not used in a while is all it costs; nothing is ever searched or sorted.
 */
export class RecentMap<Key, Value> {
  readonly #half: number
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()

  constructor(half: number) {
    this.#half = half
  }

  get size(): number {
    return this.#young.size + this.#old.size
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old === undefined) return undefined
    this.set(key, old)
    return old
  }

  set(key: Key, value: Value): void {
    this.#old.delete(key)
    if (this.#young.size >= this.#half && !this.#young.has(key)) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }

  delete(key: Key): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }
}
