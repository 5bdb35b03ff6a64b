let known: boolean | undefined

/** Whether this browser can draw maps. */
export function hasWebGl(): boolean {
  known ??= document.createElement('canvas').getContext('webgl2') !== null
  return known
}
