let known: boolean | undefined

/** Whether this browser can draw maps. */
export function hasWebGl(): boolean {
  known ??= 'WebGL2RenderingContext' in window && document.createElement('canvas').getContext('webgl2') !== null
  return known
}
