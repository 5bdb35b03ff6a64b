declare module 'fontkit' {
  export type Font = { characterSet: number[] }
  export function create(file: Uint8Array): Font
}
