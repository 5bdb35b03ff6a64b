/** A scale that readings can be imported into; `place` is its transmitter, which tells it apart from others of the same name. */
export type Target = { id: number; name: string; place: string }
